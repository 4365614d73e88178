# The html report: what it shows of results, that hostile text stays text, and `hallmark report html` itself.
hallmark_test(report_test
  SOURCES report_bytes.cpp report_corpus.cpp report_page.cpp report_program.cpp
  LIBRARIES hallmark_kit
  PRECOMPILE <nlohmann/json.hpp> <fmt/format.h>)
add_dependencies(report_test hallmark)
