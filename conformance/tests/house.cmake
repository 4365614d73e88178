# House rules, over the sources of this tree and the objects of this build.

find_package(fmt REQUIRED)

# The control of the symbol rule: plain code, whatever else this build instruments.
add_library(hallmark_house_control STATIC house_control.cpp)
target_compile_options(hallmark_house_control PRIVATE -O1)

hallmark_test(house_rules SOURCES house_rules_test.cpp house_rules.cpp house_symbols.cpp LIBRARIES hallmark_codecs_private fmt::fmt)
target_compile_definitions(house_rules PRIVATE
  HALLMARK_NM="${CMAKE_NM}"
  HALLMARK_CODECS_FOLDER="$<TARGET_FILE_DIR:hallmark_codecs>"
  HALLMARK_CONTROL_LIBRARY="$<TARGET_FILE:hallmark_house_control>")
add_dependencies(house_rules hallmark_house_control)

# Everything that runs codecs over inputs, as one target: what a build with sanitizers needs to build (preset asan).
function(hallmark_codec_tests)
  set(programs "")
  foreach(room IN ITEMS conformance/tests fuzz)
    get_property(targets DIRECTORY ${PROJECT_SOURCE_DIR}/${room} PROPERTY BUILDSYSTEM_TARGETS)
    list(FILTER targets INCLUDE REGEX "^core_test$|^properties_|^vectors_rule_switch$|_replay$|^hallmark_seeds$")
    list(APPEND programs ${targets})
  endforeach()
  add_custom_target(codec_tests DEPENDS ${programs})
endfunction()
cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL hallmark_codec_tests)

# A machine that has what `.ci/install build` names, and no library of the tests, builds what is installed.
add_test(NAME house_release_needs_no_test_library
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house_release_alone.sh ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/house_release release demo)

# A family more is one folder a room, a public header, and one line. Ninja can say what belongs to it; other generators
# build the program anew, and so does the long test: over a minute on two cores.
set(launcher "")
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
set(copied_family ${CMAKE_CURRENT_SOURCE_DIR}/house_copied_family.sh ${PROJECT_SOURCE_DIR})
set(options -G ${CMAKE_GENERATOR} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${launcher})
if(CMAKE_GENERATOR STREQUAL "Ninja")
  add_test(NAME house_copied_family
    COMMAND ${copied_family} ${CMAKE_BINARY_DIR}/house_copied ${CMAKE_BINARY_DIR} ${options} -DCMAKE_BUILD_TYPE=None
      "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} -O0" "-DHALLMARK_SANITIZE=${HALLMARK_SANITIZE}")
  set_tests_properties(house_copied_family PROPERTIES TIMEOUT 600)
endif()
add_test(NAME house_copied_family_whole
  COMMAND ${copied_family} ${CMAKE_BINARY_DIR}/house_whole whole ${options} -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DHALLMARK_PRECOMPILE=ON)
set_tests_properties(house_copied_family_whole PROPERTIES LABELS long TIMEOUT 1800 PROCESSORS 2)

# The style of .clang-format, where the program that knows it is installed.
find_program(HALLMARK_CLANG_FORMAT NAMES clang-format-19)
if(HALLMARK_CLANG_FORMAT)
  add_test(NAME house_format
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house_format.sh ${HALLMARK_CLANG_FORMAT} ${PROJECT_SOURCE_DIR} --dry-run -Werror)
  add_custom_target(format
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/house_format.sh ${HALLMARK_CLANG_FORMAT} ${PROJECT_SOURCE_DIR} -i)
endif()
find_program(HALLMARK_RUN_CLANG_TIDY NAMES run-clang-tidy-19)
if(HALLMARK_RUN_CLANG_TIDY)
  add_custom_target(tidy
    COMMAND ${HALLMARK_RUN_CLANG_TIDY} -quiet -p ${CMAKE_BINARY_DIR} "^${PROJECT_SOURCE_DIR}/(codecs|reports|conformance|fuzz)/"
    USES_TERMINAL)
endif()
