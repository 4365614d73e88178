# Boost.JSON and simdjson are optional: without both there is nothing to compare with.
set(skip TRUE)
if(HALLMARK_FUZZ_PEERS)
  # Debian's Boost.JSON is a version of Boost of its own, which no module finds.
  find_path(HALLMARK_BOOST_JSON boost/json.hpp)
  find_library(HALLMARK_BOOST_JSON_LIBRARY boost_json)
  find_path(HALLMARK_SIMDJSON simdjson.h)
  find_library(HALLMARK_SIMDJSON_LIBRARY simdjson)
  if(HALLMARK_BOOST_JSON AND HALLMARK_BOOST_JSON_LIBRARY AND HALLMARK_SIMDJSON AND HALLMARK_SIMDJSON_LIBRARY)
    set(libraries ${HALLMARK_BOOST_JSON_LIBRARY} ${HALLMARK_SIMDJSON_LIBRARY})
    set(skip FALSE)
  endif()
endif()
