# The program as its users meet it: commands, exit codes, reports, and what happens when inputs and outputs fail.
find_package(ZLIB REQUIRED)
hallmark_test(program_test
  SOURCES program_support.cpp program_schema.cpp program_words.cpp program_examine.cpp program_exit.cpp
          program_inputs.cpp program_layouts.cpp program_reports.cpp program_failures.cpp program_inspect.cpp program_messages.cpp program_convert.cpp program_statistics.cpp
          program_ranks.cpp program_large.cpp
          ${PROJECT_SOURCE_DIR}/conformance/cli/input_bytes.cpp
  LIBRARIES hallmark_kit Threads::Threads ZLIB::ZLIB
  PRECOMPILE <nlohmann/json.hpp> <fmt/format.h>)
add_dependencies(program_test hallmark)
