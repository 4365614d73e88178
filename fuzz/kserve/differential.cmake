# SPDX-License-Identifier: Apache-2.0
# Boost.JSON is optional: without it there is nothing to compare with.
set(skip TRUE)
if(HALLMARK_FUZZ_PEERS)
  # Debian's Boost.JSON is a version of Boost of its own, which no module finds.
  find_path(HALLMARK_BOOST_JSON boost/json.hpp)
  find_library(HALLMARK_BOOST_JSON_LIBRARY boost_json)
  if(HALLMARK_BOOST_JSON AND HALLMARK_LIBRARY_SOURCES)
    set(libraries boost_json_from_source)
    set(skip FALSE)
  elseif(HALLMARK_BOOST_JSON AND HALLMARK_BOOST_JSON_LIBRARY)
    set(libraries ${HALLMARK_BOOST_JSON_LIBRARY})
    set(skip FALSE)
  endif()
endif()
