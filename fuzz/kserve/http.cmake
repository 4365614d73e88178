# The reader belongs to another room, and is built with the target so that the engine sees into it.
file(GLOB more_sources CONFIGURE_DEPENDS ${root}/conformance/http/*.cpp)
list(FILTER more_sources EXCLUDE REGEX "_test\\.cpp$")
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  # Where targets run, there is no library of the system.
  set(ZLIB_USE_STATIC_LIBS ON)
endif()
find_package(ZLIB)
set(libraries ZLIB::ZLIB)
# zlib of the system says nothing to the memory sanitizer of what it has written.
if(NOT ZLIB_FOUND OR "$ENV{CXXFLAGS} ${CMAKE_CXX_FLAGS} ${HALLMARK_FUZZ_SANITIZE} ${HALLMARK_SANITIZE}" MATCHES "memory")
  set(skip TRUE)
endif()
