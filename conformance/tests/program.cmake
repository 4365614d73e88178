# The program as its users meet it: commands, exit codes, reports, and what happens when inputs and outputs fail.
find_package(ZLIB REQUIRED)
hallmark_test(program_test
  SOURCES program_support.cpp program_schema.cpp program_words.cpp program_command_line.cpp program_examine.cpp
          program_exit.cpp program_inputs.cpp program_layouts.cpp program_reports.cpp program_failures.cpp
          program_inspect.cpp program_messages.cpp program_press.cpp program_convert.cpp program_ranks.cpp program_large.cpp
          program_statistics.cpp
          ${PROJECT_SOURCE_DIR}/conformance/cli/input_bytes.cpp ${PROJECT_SOURCE_DIR}/conformance/cli/output.cpp
          ${PROJECT_SOURCE_DIR}/conformance/cli/press.cpp ${PROJECT_SOURCE_DIR}/conformance/cli/progress.cpp
  LIBRARIES hallmark_kit Threads::Threads ZLIB::ZLIB
  PRECOMPILE <nlohmann/json.hpp> <fmt/format.h>)
add_dependencies(program_test hallmark)
add_test(NAME program_documents
  COMMAND ${PROJECT_SOURCE_DIR}/conformance/documents/check.sh $<TARGET_FILE:hallmark> ${CMAKE_BINARY_DIR}/conformance/documents)
add_test(NAME program_installed
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/program_installed.sh ${CMAKE_BINARY_DIR})
