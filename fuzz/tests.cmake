# SPDX-License-Identifier: Apache-2.0
# Tests of the targets. In every build: each target replays the golden vectors and regressions, and the canary crashes.
# With an engine: each target passes a short run, and the engine finds the canary.
set(seeds ${CMAKE_CURRENT_BINARY_DIR}/seeds)
set(room ${CMAKE_CURRENT_SOURCE_DIR})

# must_fail(NAME PROGRAM MESSAGE ARGUMENT...)
function(hallmark_must_fail name program message)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND}
    "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:${program}>" "-DARGUMENTS=${ARGN}"
    "-DMESSAGE=${message}" -P ${room}/must_fail.cmake)
endfunction()

# The planted bug needs a length beyond the input; the clean input has a correct length.
set(canaries ${CMAKE_CURRENT_BINARY_DIR}/canaries)
file(WRITE ${canaries}/dead/input "BIRD~seed")
file(WRITE ${canaries}/alive/input "BIRD\tnine seeds")
file(MAKE_DIRECTORY ${canaries}/none ${canaries}/work)
set(found "invariant broken: the canary is alive|AddressSanitizer: heap-buffer-overflow")
if(HALLMARK_SANITIZE MATCHES "memory")
  set(found "MemorySanitizer: use-of-uninitialized-value")
endif()
hallmark_must_fail(fuzz_canary_dies canary_replay "${found}" ${canaries}/dead)
add_test(NAME fuzz_canary_lives COMMAND canary_replay ${canaries}/alive)
hallmark_must_fail(fuzz_replay_of_nothing_fails canary_replay "^0 inputs" ${canaries}/none)
hallmark_must_fail(fuzz_replay_of_a_missing_file_fails canary_replay "cannot be read" ${canaries}/missing)

# Seeds are written when the tests run, so that a new vector is replayed without a new build. Vectors above 1 MiB are left
# out: they test limits and would slow down every target.
set(replays ${HALLMARK_FUZZ_TARGETS})
list(TRANSFORM replays REPLACE "/" "_")
list(TRANSFORM replays APPEND "_replay")
add_custom_target(fuzz_replays DEPENDS canary_replay ${replays})
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME fuzz_seeds COMMAND ${Python3_EXECUTABLE} -B ${room}/seeds.py ${root}/corpus ${seeds} 1048576)
  set_tests_properties(fuzz_seeds PROPERTIES FIXTURES_SETUP fuzz_seeds)
  foreach(script IN ITEMS soak_page coverage)
    add_test(NAME fuzz_${script} COMMAND ${Python3_EXECUTABLE} -B ${room}/${script}_test.py)
  endforeach()
endif()

foreach(each IN LISTS HALLMARK_FUZZ_TARGETS)
  if(NOT Python3_FOUND)
    break()
  endif()
  string(REPLACE "/" "_" name ${each})
  get_filename_component(family ${each} DIRECTORY)
  add_test(NAME fuzz_replay_${name} COMMAND ${name}_replay ${seeds}/${family})
  set_tests_properties(fuzz_replay_${name} PROPERTIES FIXTURES_REQUIRED fuzz_seeds TIMEOUT 600)  # also of an emulator
  if(HALLMARK_FUZZ AND HALLMARK_FUZZ_ENGINE STREQUAL "libfuzzer")
    # The engine writes new inputs into the first folder.
    set(finds ${CMAKE_CURRENT_BINARY_DIR}/finds/${name})
    file(MAKE_DIRECTORY ${finds})
    set(folders ${finds})
    if(NOT each IN_LIST own_languages)
      list(APPEND folders ${seeds}/${family})
    endif()
    add_test(NAME fuzz_run_${name} COMMAND ${name}_fuzzer -seed=1337 -runs=5000 -artifact_prefix=${finds}/ ${folders})
    set_tests_properties(fuzz_run_${name} PROPERTIES FIXTURES_REQUIRED fuzz_seeds TIMEOUT 120)
  endif()
endforeach()

if(HALLMARK_FUZZ AND HALLMARK_FUZZ_ENGINE STREQUAL "libfuzzer")
  # -runs bounds the search; the bug is found after some thousand runs.
  hallmark_must_fail(fuzz_engine_finds_the_canary canary_fuzzer "${found}"
    -seed=1337 -runs=20000000 -max_total_time=120 -artifact_prefix=${canaries}/work/)
endif()

# The build of OSS-Fuzz: three builds of every target take minutes.
if(NOT HALLMARK_FUZZ)
  add_test(NAME fuzz_oss_fuzz_build COMMAND ${room}/check_build.sh)
  set_tests_properties(fuzz_oss_fuzz_build PROPERTIES LABELS long SKIP_RETURN_CODE 77 TIMEOUT 1800)
endif()
