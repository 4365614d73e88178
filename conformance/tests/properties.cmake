# Properties: one program a family, from conformance/<family>/. Under ctest the seed is fixed, so that a change to the
# tree decides the result and nothing else; the program itself draws a new seed each time, and RC_PARAMS (for example
# "seed=7 max_success=100000") makes a longer run.
find_package(rapidcheck REQUIRED)

foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/conformance/${family}/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/conformance/${family}/model.cpp)
  if(sources)
    hallmark_test(properties_${family} SOURCES ${sources} LIBRARIES hallmark_kit rapidcheck)
    set_tests_properties(properties_${family} PROPERTIES ENVIRONMENT "RC_PARAMS=seed=20250721")
  endif()
endforeach()
