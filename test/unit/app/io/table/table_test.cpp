// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/app/io/table/table.hpp"

using namespace seqan3_gpulcs;

namespace
{

struct place
{
    std::uint64_t begin{};
    unsigned end{};
};

struct entry
{
    std::string name{};
    place where{};
    bool is_first{};
    std::optional<std::string_view> note{};
};

app::table<entry> make_table(app::table_format const format)
{
    auto const get_share = [](entry const & each)
    {
        return static_cast<double>(each.where.begin) / each.where.end;
    };
    return {format,
            app::column{"name", &entry::name},
            app::column{"begin", app::chain(&entry::where, &place::begin)},
            app::column{"end", app::chain(&entry::where, &place::end)},
            app::column{"share", get_share},
            app::column{"first", &entry::is_first},
            app::column{"note", &entry::note}};
}

std::string text(app::table_format const format)
{
    app::table<entry> const table = make_table(format);
    std::string text = table.header();
    table.append_row(text, {"a\"b", {1, 3}, true, "yes"});
    table.append_row(text, {"", {0, 7}, false, std::nullopt});
    return text;
}

} // namespace

TEST(table, tsv)
{
    EXPECT_EQ(text(app::table_format::tsv),
              "name\tbegin\tend\tshare\tfirst\tnote\n"
              "a\"b\t1\t3\t0.333333\tyes\tyes\n"
              "\t0\t7\t0.000000\tno\t\n");
}

TEST(table, json)
{
    EXPECT_EQ(text(app::table_format::json),
              "{\"name\":\"a\\\"b\",\"begin\":1,\"end\":3,\"share\":0.333333,\"first\":true,\"note\":\"yes\"}\n"
              "{\"name\":\"\",\"begin\":0,\"end\":7,\"share\":0.0,\"first\":false,\"note\":null}\n");
}

TEST(table, bed_has_no_header)
{
    EXPECT_EQ(text(app::table_format::bed),
              "a\"b\t1\t3\t0.333333\tyes\tyes\n"
              "\t0\t7\t0.000000\tno\t\n");
}
