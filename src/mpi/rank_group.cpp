// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/rank_group.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <csignal>
#include <exception>
#include <map>
#include <sched.h>
#include <thread>
#include <utility>

#include <seqan3_gpulcs/mpi/communicator.hpp>

#include "src/mpi/call_worker.hpp"
#include "src/mpi/descriptions.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/processors.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// A bit for each core that a host may have.
using core_set = std::array<std::uint64_t, 128>;

core_set usable_cores() noexcept
{
    core_set cores{};
    if (sched_getaffinity(0, sizeof(cores), reinterpret_cast<cpu_set_t *>(cores.data())) != 0)
        cores.fill(0);
    return cores;
}

bool have_common(core_set const & left, core_set const & right) noexcept
{
    for (std::size_t i = 0; i < left.size(); ++i)
        if ((left[i] & right[i]) != 0)
            return true;
    return false;
}

// Starts MPI with signals blocked: its threads inherit that, so that the program gets all signals.
void start_mpi()
{
    sigset_t all{};
    sigset_t before{};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int provided{};
    int const error = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    check(error, "MPI_Init_thread");
}

bool is_mpi_ended() noexcept
{
    int is_ended{};
    return MPI_Finalized(&is_ended) != MPI_SUCCESS || is_ended != 0;
}

// Waits for messages. If there is a single worker, the pause ends early when it has computed something.
void pause(std::map<std::uint64_t, call_worker> & workers, message_waiter & waiter)
{
    if (workers.size() == 1)
        workers.begin()->second.wait(waiter);
    else
        std::this_thread::sleep_for(waiter.next_pause(max_idle_pause));
}

void check_thread_level()
{
    int level{};
    check(MPI_Query_thread(&level), "MPI_Query_thread");
    if (level < MPI_THREAD_FUNNELED)
        throw communication_error{"MPI was started for programs without threads; start it with MPI_Init_thread and "
                                  "MPI_THREAD_FUNNELED."};
}

} // namespace

rank_group::rank_group(std::optional<MPI_Comm> const other)
{
    if (is_mpi_ended())
        throw communication_error{
            "MPI has been ended, and cannot be started again; keep the first communicator as long as "
            "there are others."};
    int is_started{};
    check(MPI_Initialized(&is_started), "MPI_Initialized");
    if (is_started == 0 && other)
        throw communication_error{"MPI has not been started; call MPI_Init_thread first."};
    if (is_started == 0)
    {
        start_mpi();
        ends_mpi_ = true;
    }
    check_thread_level();

    check(MPI_Comm_dup(other.value_or(MPI_COMM_WORLD), &ranks_), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(ranks_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(ranks_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(ranks_, &size_), "MPI_Comm_size");
    find_name();
    find_host();
    messages_.emplace(ranks_);
}

rank_group::~rank_group()
{
    // The program has ended MPI itself: it is too late for messages.
    if (is_mpi_ended())
        return;
    try
    {
        leave();
    }
    catch (std::exception const &)
    {
        is_given_up_ = true;
    }
    if (is_given_up_)
        MPI_Abort(ranks_, 1);
    messages_.reset();
    MPI_Comm_free(&ranks_);
    if (ends_mpi_)
        MPI_Finalize();
}

void rank_group::serve(job_maker const make)
{
    if (rank_ == 0)
        throw communication_error{"Rank 0 cannot serve: it makes the calls; have all other ranks serve."};
    std::map<std::uint64_t, call_worker> workers{};
    message_waiter waiter{*messages_};
    auto const reply = [&](std::uint64_t const call, outgoing && sent)
    {
        messages_->send({sent.rank, sent.kind, call, sent.number, std::move(sent.content)});
    };
    while (true)
    {
        bool is_busy = false;
        while (std::optional<message> received = messages_->receive())
        {
            is_busy = true;
            if (received->kind == message_kind::leave)
            {
                // This rank waits without a timeout: rank 0 has one, and aborts the run.
                has_left_ = messages_->finish(std::chrono::steady_clock::duration::max());
                return;
            }
            if (received->kind == message_kind::begin)
            {
                words content{};
                messages_->broadcast(content);
                plan::execution const own = share_host(word_reader{content}.next<plan::execution>());
                gather_speeds(received->number != 0 ? speed(own) : rank_speed{});
                workers.try_emplace(received->call, make, std::move(content), own, *this);
            }
            else if (auto const worker = workers.find(received->call); received->kind == message_kind::end)
            {
                workers.erase(received->call);
                messages_->send({0, message_kind::ended, received->call, 0, {}});
            }
            else if (worker != workers.end())
            {
                worker->second.push({received->number, std::move(received->content)});
            }
        }
        for (auto & [call, worker] : workers)
            for (outgoing & sent : worker.take())
            {
                is_busy = true;
                reply(call, std::move(sent));
            }
        if (!is_busy)
            pause(workers, waiter);
    }
}

plan::execution rank_group::share_host(plan::execution const & execution)
{
    plan::execution own{execution};
    if (own.threads == 0)
        own.threads = threads_;
    // A rank that is alone on its host may use all devices, or all that are named.
    if (host_size_ == 1 || own.backend == plan::backend::cpu)
        return own;
    std::vector<unsigned> all = own.devices;
    if (all.empty())
        for (device const & each : usable_devices())
            all.push_back(each.number);
    own.devices.clear();
    for (std::size_t i = host_rank_; i < all.size(); i += host_size_)
        own.devices.push_back(all[i]);
    // Where there are more ranks than devices, several ranks share one.
    if (own.devices.empty() && !all.empty())
        own.devices.push_back(all[host_rank_ % all.size()]);
    return own;
}

rank_speed rank_group::speed(plan::execution const & execution)
{
    plan::processor_costs const host = plan::this_host(plan::available_threads(execution));
    rank_speed speed{.cells_per_second = host.threads * host.cells_per_second(plan::metric::lcs)};
    if (execution.backend == plan::backend::cpu)
        return speed;
    // Looking for devices starts them, which takes longer than assuming what they are.
    if (!execution.devices.empty() && !devices_)
    {
        speed.devices = static_cast<double>(execution.devices.size());
        speed.cells_per_second += speed.devices * plan::typical_device().cells_per_second(plan::metric::lcs);
        return speed;
    }
    for (device const & each : usable_devices())
        if (execution.devices.empty() || std::ranges::find(execution.devices, each.number) != execution.devices.end())
        {
            speed.cells_per_second += each.lcs_cells_per_second;
            ++speed.devices;
        }
    return speed;
}

void rank_group::find_name()
{
    char host[MPI_MAX_PROCESSOR_NAME]{};
    int size{};
    check(MPI_Get_processor_name(host, &size), "MPI_Get_processor_name");
    name_ = "rank " + std::to_string(rank_) + " on " + std::string(host, static_cast<std::size_t>(size));
}

std::vector<rank_speed> rank_group::gather_speeds(rank_speed const & own)
{
    constexpr int size{sizeof(rank_speed)};
    std::vector<rank_speed> speeds(rank_ == 0 ? static_cast<std::size_t>(size_) : 0);
    check(MPI_Gather(&own, size, MPI_BYTE, speeds.data(), size, MPI_BYTE, 0, ranks_), "MPI_Gather");
    return speeds;
}

// Finds the share of the cores of the host. Launchers may bind ranks to cores of their own, or leave all cores to all of them.
void rank_group::find_host()
{
    MPI_Comm host{MPI_COMM_NULL};
    check(MPI_Comm_split_type(ranks_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host), "MPI_Comm_split_type");
    int host_size{};
    int host_rank{};
    check(MPI_Comm_size(host, &host_size), "MPI_Comm_size");
    check(MPI_Comm_rank(host, &host_rank), "MPI_Comm_rank");
    host_rank_ = static_cast<unsigned>(host_rank);
    host_size_ = static_cast<unsigned>(host_size);

    core_set const own = usable_cores();
    std::vector<core_set> all(static_cast<std::size_t>(host_size));
    constexpr int size{std::tuple_size_v<core_set>};
    check(MPI_Allgather(own.data(), size, MPI_UINT64_T, all.data(), size, MPI_UINT64_T, host), "MPI_Allgather");
    check(MPI_Comm_free(&host), "MPI_Comm_free");

    unsigned cores{};
    for (std::uint64_t const word : own)
        cores += static_cast<unsigned>(std::popcount(word));
    auto const sharing = std::ranges::count_if(all,
                                               [&](core_set const & other)
                                               {
                                                   return have_common(own, other);
                                               });
    threads_ = plan::share_processors({cores, static_cast<unsigned>(sharing), plan::quota_processors(), host_size_});
}

// Rank 0 dismisses the other ranks. Something went wrong if another rank comes here before it has been dismissed.
void rank_group::leave()
{
    if (rank_ != 0)
    {
        is_given_up_ = is_given_up_ || (!has_left_ && size_ != 1);
        return;
    }
    if (is_given_up_)
        return;
    for (int other = 1; other < size_; ++other)
        messages_->send({other, message_kind::leave, 0, 0, {}});
    is_given_up_ = !messages_->finish(end_timeout);
}

// Devices are looked for once, as that takes about a second.
std::vector<device> const & rank_group::usable_devices()
{
    if (!devices_)
    {
        devices_.emplace();
        for (device const & each : find_devices().devices)
            if (each.usable())
                devices_->push_back(each);
    }
    return *devices_;
}

} // namespace seqan3_gpulcs::mpi
