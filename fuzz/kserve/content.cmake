# Compressed content needs what the reader of HTTP messages needs.
include(${CMAKE_CURRENT_LIST_DIR}/http.cmake)
