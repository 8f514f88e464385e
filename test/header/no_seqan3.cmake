# SPDX-License-Identifier: BSD-3-Clause

foreach (file ${files})
    file (STRINGS "${file}" includes REGEX "#[ ]*include[ ]*[<\"](seqan3/|sdsl/|seqan3_gpulcs/seqan3_)")
    if (includes)
        message (SEND_ERROR "${file} includes SeqAn3: ${includes}")
    endif ()
endforeach ()
