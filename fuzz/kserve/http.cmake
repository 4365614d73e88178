# The reader is in conformance/http, decompression in conformance/compression; their sources are compiled into the target,
# so that an engine can instrument them.
file(GLOB more_sources CONFIGURE_DEPENDS ${root}/conformance/http/*.cpp ${root}/conformance/compression/*.cpp)
list(FILTER more_sources EXCLUDE REGEX "_test\\.cpp$")
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  # Targets run where no system libraries are installed.
  set(ZLIB_USE_STATIC_LIBS ON)
endif()
find_package(ZLIB)
set(libraries ZLIB::ZLIB)
# The memory sanitizer cannot see what the system zlib has written.
if(NOT ZLIB_FOUND OR "$ENV{CXXFLAGS} ${CMAKE_CXX_FLAGS} ${HALLMARK_FUZZ_SANITIZE} ${HALLMARK_SANITIZE}" MATCHES "memory")
  set(skip TRUE)
endif()
