# SPDX-License-Identifier: Apache-2.0
# libbson is optional: without it there is nothing to compare with. It is C, and so goes with any standard library, but the
# memory sanitizer cannot see what it has written.
set(skip TRUE)
if(HALLMARK_FUZZ_PEERS AND NOT all_flags MATCHES "memory")
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND AND HALLMARK_LIBRARY_SOURCES)
    pkg_check_modules(LIBBSON QUIET IMPORTED_TARGET libbson-static-1.0)
  elseif(PkgConfig_FOUND)
    pkg_check_modules(LIBBSON QUIET IMPORTED_TARGET libbson-1.0)
  endif()
  if(TARGET PkgConfig::LIBBSON)
    set(libraries PkgConfig::LIBBSON)
    set(skip FALSE)
  endif()
endif()
