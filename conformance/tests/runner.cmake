# The runner: containment against testees that misbehave, scoring, expectations, and `hallmark conform` itself.
add_executable(broken_testee broken_testee.cpp)
target_link_libraries(broken_testee PRIVATE hallmark_runner)
target_compile_options(broken_testee PRIVATE -Wall -Wextra -Wshadow -Werror)

hallmark_test(runner_test
  SOURCES runner_containment.cpp runner_scoring.cpp runner_expectations.cpp
  LIBRARIES hallmark_runner
  PRECOMPILE <nlohmann/json.hpp> <fmt/format.h>)
target_compile_definitions(runner_test PRIVATE HALLMARK_BROKEN_TESTEE="$<TARGET_FILE:broken_testee>")
add_dependencies(runner_test broken_testee)

hallmark_test(conform_test SOURCES runner_program.cpp LIBRARIES hallmark_runner)
target_compile_definitions(conform_test PRIVATE
  HALLMARK_BROKEN_TESTEE="$<TARGET_FILE:broken_testee>" HALLMARK_PROGRAM="$<TARGET_FILE:hallmark>")
add_dependencies(conform_test broken_testee hallmark)
