# SPDX-License-Identifier: Apache-2.0
# With HALLMARK_LIBRARY_SOURCES (the folder of oss-fuzz/sources.sh): libraries of the distribution are compiled here or used as
# headers alone, because the build has another standard library, or a sanitizer that must see into them. Targets then
# need no shared library of the distribution.
enable_language(C)

# library_from_source(NAME FOLDER SOURCE...)
function(library_from_source name folder)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE sources)
  add_library(${name}_from_source STATIC EXCLUDE_FROM_ALL ${sources})
  target_include_directories(${name}_from_source SYSTEM PUBLIC ${folder})
  target_compile_options(${name}_from_source PRIVATE -w)
  set_target_properties(${name}_from_source PROPERTIES UNITY_BUILD OFF)
endfunction()

library_from_source(pugixml ${HALLMARK_LIBRARY_SOURCES}/pugixml/src pugixml.cpp)
library_from_source(zlib ${HALLMARK_LIBRARY_SOURCES}/zlib adler32.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c zutil.c)
add_library(ZLIB::ZLIB ALIAS zlib_from_source) # find_package(ZLIB) leaves it

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/boost_json/boost_json.cpp CONTENT "#include <boost/json/src.hpp>\n")
library_from_source(boost_json ${CMAKE_BINARY_DIR}/boost_json boost_json.cpp)

# Its own list of files, with none of the libraries that can be added to it, and without its questions to the compiler.
function(libzip_from_source folder)
  set(PROJECT_SOURCE_DIR ${folder})
  set(PROJECT_BINARY_DIR ${CMAKE_BINARY_DIR}/libzip)
  foreach(bits IN ITEMS 8 16 32 64)
    set(ZIP_INT${bits}_T int${bits}_t)
    set(ZIP_UINT${bits}_T uint${bits}_t)
  endforeach()
  set(LIBZIP_TYPES_INCLUDE "#include <stdint.h>")
  set(ZIP_NULLABLE_DEFINES "#ifndef __clang__\n#define _Nullable\n#define _Nonnull\n#endif")
  set(ZIP_STATIC ON)
  configure_file(${folder}/cmake-zipconf.h.in ${PROJECT_BINARY_DIR}/zipconf.h)
  file(WRITE ${PROJECT_BINARY_DIR}/config.h "")
  set(BUILD_SHARED_LIBS OFF)
  add_subdirectory(${folder}/lib ${PROJECT_BINARY_DIR}/lib EXCLUDE_FROM_ALL)
  target_compile_definitions(zip PRIVATE SIZEOF_OFF_T=8 SIZEOF_SIZE_T=8 HAVE_STDBOOL_H HAVE_STRINGS_H HAVE_UNISTD_H
    HAVE_FILENO HAVE_FSEEKO HAVE_FTELLO HAVE_LOCALTIME_R HAVE_SNPRINTF HAVE_STRCASECMP HAVE_STRDUP HAVE_STRTOLL HAVE_STRTOULL)
  target_compile_options(zip PRIVATE -w)
  set_target_properties(zip PROPERTIES UNITY_BUILD OFF SYSTEM ON)
endfunction()
set(HALLMARK_LIBZIP_SOURCES "" CACHE PATH "sources of libzip, to read npz without a library of the system")
if(HALLMARK_LIBZIP_SOURCES)
  libzip_from_source(${HALLMARK_LIBZIP_SOURCES})
endif()

set(HALLMARK_FMT fmt::fmt-header-only)
set(HALLMARK_PUGIXML pugixml_from_source)
