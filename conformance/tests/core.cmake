# The pieces of codecs/core that every format shares.
hallmark_test(core_test
  SOURCES core_decimal.cpp core_decoding.cpp core_enough.cpp core_memory.cpp core_numbers.cpp core_rounding.cpp core_scan.cpp
          core_unique_names.cpp core_utf8.cpp
  LIBRARIES hallmark_codecs_private
  PRECOMPILE <vector>)
