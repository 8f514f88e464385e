# SPDX-License-Identifier: BSD-3-Clause

# The warnings of our own sources; they do not reach those who link the library. The presets of the tests make them errors.
function (seqan3_gpulcs_set_warnings target)
    target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>")
    # What nvcc makes of a source is not pedantic.
    target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wconversion>")
endfunction ()
