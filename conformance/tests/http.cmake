# The reader of HTTP messages, on its own and around bodies.
find_package(ZLIB REQUIRED)
hallmark_test(http_test
  SOURCES ${PROJECT_SOURCE_DIR}/conformance/http/messages_test.cpp
  LIBRARIES hallmark_http ZLIB::ZLIB)
