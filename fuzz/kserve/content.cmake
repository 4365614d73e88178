# SPDX-License-Identifier: Apache-2.0
# Decompression is in conformance/compression; its sources are compiled into the target, so that an engine can instrument
# them.
file(GLOB more_sources CONFIGURE_DEPENDS ${root}/conformance/compression/*.cpp)
list(FILTER more_sources EXCLUDE REGEX "_test\\.cpp$")
find_package(ZLIB)
set(libraries ZLIB::ZLIB)
# The memory sanitizer cannot see what the system zlib has written.
if(all_flags MATCHES "memory" AND NOT HALLMARK_LIBRARY_SOURCES)
  set(skip TRUE)
endif()
