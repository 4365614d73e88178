# One test for each way to embed the codecs. Those that build the whole library take long.
function(hallmark_consumer name way)
  cmake_parse_arguments(arg "LONG" "" "ENVIRONMENT" ${ARGN})
  add_test(NAME consumer_${name}
    COMMAND ${PROJECT_SOURCE_DIR}/conformance/consumers/run ${way} ${CMAKE_BINARY_DIR}/consumers/${name} ${HALLMARK_FAST_FLOAT})
  set_tests_properties(consumer_${name} PROPERTIES TIMEOUT 600 PROCESSORS 2 ENVIRONMENT "CXX=${CMAKE_CXX_COMPILER};${arg_ENVIRONMENT}")
  if(arg_LONG)
    set_tests_properties(consumer_${name} PROPERTIES LABELS long)
  endif()
endfunction()

hallmark_consumer(add_subdirectory add_subdirectory)
hallmark_consumer(fetch_content fetch_content LONG)
hallmark_consumer(find_package find_package LONG)
hallmark_consumer(find_package_shared find_package LONG ENVIRONMENT SHARED=1)
hallmark_consumer(pkg_config pkg_config LONG)
hallmark_consumer(pkg_config_shared pkg_config LONG ENVIRONMENT SHARED=1)

# The amalgamation, strictly and without exceptions and RTTI, with every compiler that is here.
set(strict "-O1 -fno-exceptions -fno-rtti -Wall -Wextra -Wshadow -Werror")
hallmark_consumer(amalgamation amalgamation ENVIRONMENT "CXXFLAGS=${strict}")
foreach(compiler IN ITEMS clang++-14 clang++-19)
  find_program(HALLMARK_${compiler} ${compiler})
  if(HALLMARK_${compiler})
    hallmark_consumer(amalgamation_${compiler} amalgamation LONG
      ENVIRONMENT "CXX=${HALLMARK_${compiler}};CXXFLAGS=${strict}")
  endif()
endforeach()
if(HALLMARK_clang++-19)
  hallmark_consumer(amalgamation_libc++ amalgamation LONG
    ENVIRONMENT "CXX=${HALLMARK_clang++-19};CXXFLAGS=${strict} -stdlib=libc++")
endif()
