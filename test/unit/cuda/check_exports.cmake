# SPDX-License-Identifier: BSD-3-Clause
#
# The shared library of the CUDA backend exports its own interface and nothing else: no CUDA runtime, no Highway.

execute_process (COMMAND "${nm}" --dynamic --defined-only --demangle "${library}" OUTPUT_VARIABLE symbols
                         COMMAND_ERROR_IS_FATAL ANY)
string (REGEX REPLACE "\n$" "" symbols "${symbols}")
string (REPLACE "\n" ";" symbols "${symbols}")
set (functions 0)
foreach (symbol IN LISTS symbols)
    if (symbol MATCHES " T seqan3_gpulcs::cuda::(shared_backend|choose_devices|find_all_devices|find_device_costs)\\(")
        math (EXPR functions "${functions} + 1")
    elseif (NOT symbol MATCHES " V typeinfo (name )?for seqan3_gpulcs::")
        message (SEND_ERROR "${library} exports ${symbol}")
    endif ()
endforeach ()
if (NOT functions EQUAL 4)
    message (SEND_ERROR "${library} exports ${functions} of 4 functions: ${symbols}")
endif ()
foreach (type IN ITEMS no_device device_error out_of_device_memory launch_failure operation_stopped)
    if (NOT symbols MATCHES "typeinfo for seqan3_gpulcs::${type}(;|$)")
        message (SEND_ERROR "${library} does not export the type ${type}: it may not be caught outside.")
    endif ()
endforeach ()

# A machine needs only the driver, a consumer nothing of CUDA.
execute_process (COMMAND "${readelf}" --dynamic "${library}" OUTPUT_VARIABLE needs COMMAND_ERROR_IS_FATAL ANY)
if (needs MATCHES "NEEDED[^\n]*(cuda\\.so|cudart)")
    message (SEND_ERROR "${library} needs a library of CUDA: ${needs}")
endif ()
