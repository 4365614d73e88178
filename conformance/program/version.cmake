# SPDX-License-Identifier: Apache-2.0
# The commit that --version prints: from git when CMake configures, else from -DHALLMARK_COMMIT=…, else "unknown".
set(HALLMARK_COMMIT "" CACHE STRING "commit that --version names; empty asks git")
set(commit "${HALLMARK_COMMIT}")
if(commit STREQUAL "")
  find_package(Git QUIET)
  if(Git_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} rev-parse --short=12 HEAD
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(commit STREQUAL "")
  set(commit unknown)
endif()
# Only version.cpp gets the commit, so that a new commit rebuilds one file.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/version.cpp PROPERTIES
  COMPILE_DEFINITIONS "HALLMARK_COMMIT=\"${commit}\"")
