# Properties: one program a family, from <family>/*_test.cpp; what they share (oracles) is one library, and the
# properties that all families have are compiled once.
find_package(rapidcheck REQUIRED)

set(support "")
foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB sources CONFIGURE_DEPENDS ${family}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(model|generate|python)[a-z_]*\\.cpp$|_test\\.cpp$")
  list(APPEND support ${sources})
endforeach()
add_library(hallmark_properties STATIC ${support})
target_link_libraries(hallmark_properties PUBLIC hallmark_testing hallmark_examine rapidcheck)
hallmark_precompile(hallmark_properties properties <rapidcheck.h> <nlohmann/json.hpp>)
target_compile_options(hallmark_properties PRIVATE ${HALLMARK_TEST_OPTIMISATION} -Wall -Wextra -Wshadow)

add_library(hallmark_shared_properties OBJECT testing/properties_test.cpp testing/three_faults_test.cpp)
target_link_libraries(hallmark_shared_properties PRIVATE hallmark_properties hallmark_test_main)
target_compile_definitions(hallmark_shared_properties PRIVATE HALLMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_compile_options(hallmark_shared_properties PRIVATE ${HALLMARK_TEST_OPTIMISATION} -Wall -Wextra -Wshadow)

foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB sources CONFIGURE_DEPENDS ${family}/*_test.cpp)
  if(sources)
    hallmark_property_test(properties_${family} LIBRARIES hallmark_properties
      SOURCES ${sources} $<TARGET_OBJECTS:hallmark_shared_properties>
      PRECOMPILE <rapidcheck/catch.h> <nlohmann/json.hpp>)
  endif()
endforeach()
