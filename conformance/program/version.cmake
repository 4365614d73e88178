# The commit that --version names: asked from git when CMake configures; a source archive says "unknown" or is told by
# -DHALLMARK_COMMIT=….
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
# For every file that writes the version into a report; the commit is in one file alone, so that a new commit rebuilds little.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/version.cpp PROPERTIES
  COMPILE_DEFINITIONS "HALLMARK_COMMIT=\"${commit}\"")
