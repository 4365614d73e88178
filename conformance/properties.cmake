# Properties: one program a family, from <family>/*_test.cpp; what they share (oracles, drafts) is one library. Under
# ctest the seed is fixed, so that a change to the tree decides the result and nothing else; the program itself draws a
# new seed each time, and RC_PARAMS (for example "seed=7 max_success=100000") makes a longer run.
find_package(rapidcheck REQUIRED)
set(HALLMARK_PROPERTY_PARAMS "seed=20250721" CACHE STRING "RC_PARAMS of the properties under ctest")

set(support "")
foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB sources CONFIGURE_DEPENDS ${family}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(model|generate)[a-z_]*\\.cpp$|_test\\.cpp$")
  list(APPEND support ${sources})
endforeach()
add_library(hallmark_properties STATIC ${support})
target_link_libraries(hallmark_properties PUBLIC hallmark_testing hallmark_examine rapidcheck)
hallmark_precompile(hallmark_properties properties <rapidcheck.h> <nlohmann/json.hpp>)
target_compile_options(hallmark_properties PRIVATE ${HALLMARK_TEST_OPTIMISATION} -Wall -Wextra -Wshadow)

foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB sources CONFIGURE_DEPENDS ${family}/*_test.cpp)
  if(sources)
    hallmark_test(properties_${family} SEPARATE SOURCES ${sources} LIBRARIES hallmark_properties
      PRECOMPILE <rapidcheck/catch.h> <nlohmann/json.hpp>)
    set_tests_properties(properties_${family} PROPERTIES ENVIRONMENT "RC_PARAMS=${HALLMARK_PROPERTY_PARAMS}")
  endif()
endforeach()
