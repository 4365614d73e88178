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

set(HALLMARK_FMT fmt::fmt-header-only)
set(HALLMARK_PUGIXML pugixml_from_source)
