# House rules, over the sources of this tree and the objects of this build.

find_package(fmt REQUIRED)

# The control of the symbol rule: plain code, whatever else this build instruments.
add_library(hallmark_house_control STATIC house_control.cpp)
target_compile_options(hallmark_house_control PRIVATE -O1)

hallmark_test(house_rules SOURCES house_rules_test.cpp house_rules.cpp house_symbols.cpp LIBRARIES hallmark::codecs fmt::fmt)
target_compile_definitions(house_rules PRIVATE
  HALLMARK_NM="${CMAKE_NM}"
  HALLMARK_CODECS_LIBRARY="$<TARGET_FILE:hallmark_codecs>"
  HALLMARK_CONTROL_LIBRARY="$<TARGET_FILE:hallmark_house_control>")
add_dependencies(house_rules hallmark_house_control)
