# SPDX-License-Identifier: Apache-2.0
# Properties: one program a family, from <family>/*_test.cpp; the properties that all families have are compiled once.
find_package(rapidcheck REQUIRED)

add_library(hallmark_shared_properties OBJECT testing/properties_test.cpp testing/three_faults_test.cpp)
target_link_libraries(hallmark_shared_properties PRIVATE hallmark_testing hallmark_test_main rapidcheck)
target_compile_definitions(hallmark_shared_properties PRIVATE HALLMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_compile_options(hallmark_shared_properties PRIVATE ${HALLMARK_TEST_OPTIMISATION} -Wall -Wextra -Wshadow)

foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB sources CONFIGURE_DEPENDS ${family}/*_test.cpp)
  if(sources)
    hallmark_property_test(properties_${family} LIBRARIES hallmark_testing rapidcheck
      SOURCES ${sources} $<TARGET_OBJECTS:hallmark_shared_properties>
      PRECOMPILE <rapidcheck/catch.h> <nlohmann/json.hpp>)
  endif()
endforeach()
