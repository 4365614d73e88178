# SPDX-License-Identifier: Apache-2.0
# hallmark_fuzz_package: collects the files of each target for a fuzzing service: executable, options, dictionary, and the
# seed corpus if HALLMARK_FUZZ_SEEDS names the output folder of seeds.py.
if(NOT HALLMARK_FUZZ)
  return()
endif()
set(HALLMARK_FUZZ_PACKAGE ${CMAKE_CURRENT_BINARY_DIR}/package CACHE PATH "folder of hallmark_fuzz_package")
set(HALLMARK_FUZZ_SEEDS "" CACHE PATH "folder of seeds, one folder in it for each family")
set(commands "")
set(executables "")
foreach(each IN LISTS HALLMARK_FUZZ_TARGETS)
  string(REPLACE "/" "_" name ${each})
  get_filename_component(family ${each} DIRECTORY)
  list(APPEND executables ${name}_fuzzer)
  list(APPEND commands
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:${name}_fuzzer> ${HALLMARK_FUZZ_PACKAGE}/${name}_fuzzer
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/fuzzer.options
      ${HALLMARK_FUZZ_PACKAGE}/${name}_fuzzer.options)
  if(each IN_LIST own_languages)
    continue()
  endif()
  # A target without its own dictionary uses that of files of the formats.
  foreach(words IN ITEMS ${each} ${family}/decode ${family}/validate)
    set(words ${root}/corpus/${words}.dict)
    if(EXISTS ${words})
      list(APPEND commands COMMAND ${CMAKE_COMMAND} -E copy ${words} ${HALLMARK_FUZZ_PACKAGE}/${name}_fuzzer.dict)
      break()
    endif()
  endforeach()
  if(HALLMARK_FUZZ_SEEDS)
    list(APPEND commands
      COMMAND ${CMAKE_COMMAND} -E chdir ${HALLMARK_FUZZ_SEEDS}/${family}
        ${CMAKE_COMMAND} -E tar cf ${HALLMARK_FUZZ_PACKAGE}/${name}_fuzzer_seed_corpus.zip --format=zip .)
  endif()
endforeach()
add_custom_target(hallmark_fuzz_package
  COMMAND ${CMAKE_COMMAND} -E make_directory ${HALLMARK_FUZZ_PACKAGE} ${commands}
  DEPENDS ${executables} VERBATIM)
