# Runs PROGRAM with ARGUMENTS and succeeds only if it dies saying MESSAGE (a regular expression). ctest's own WILL_FAIL
# would also be content with a program that does not start, and not with one that a signal ends.
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors TIMEOUT 300)
if(result STREQUAL "0")
  message(FATAL_ERROR "${PROGRAM} found nothing:\n${output}${errors}")
endif()
if(NOT "${output}${errors}" MATCHES "${MESSAGE}")
  message(FATAL_ERROR "${PROGRAM} failed (${result}) without saying \"${MESSAGE}\":\n${output}${errors}")
endif()
message(STATUS "found, as planted")
