# SPDX-License-Identifier: Apache-2.0
# Runs PROGRAM with ARGUMENTS and succeeds only if it fails and prints MESSAGE (a regular expression). WILL_FAIL of ctest
# would also accept a program that does not start, and would not accept one that a signal ends.
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors TIMEOUT 300)
if(result STREQUAL "0")
  message(FATAL_ERROR "${PROGRAM} found nothing:\n${output}${errors}")
endif()
if(NOT "${output}${errors}" MATCHES "${MESSAGE}")
  message(FATAL_ERROR "${PROGRAM} failed (${result}) without saying \"${MESSAGE}\":\n${output}${errors}")
endif()
message(STATUS "found, as planted")
