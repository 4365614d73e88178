# Golden vectors: the corpus itself, the loader, the lint, the commands about them, and the proof that the vectors notice
# when a decoder overlooks a rule.
add_test(NAME vectors_lint COMMAND hallmark --corpus ${PROJECT_SOURCE_DIR}/corpus vectors lint)

find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)

hallmark_test(vectors_test
  SOURCES vectors_lint.cpp vectors_load.cpp vectors_program.cpp vectors_sha256.cpp vectors_values.cpp
  LIBRARIES hallmark_kit
  PRECOMPILE <nlohmann/json.hpp> <fmt/format.h>)
add_dependencies(vectors_test hallmark)

# A twin of the codecs in which one rule can be switched off, and the kit's judges built against it.
hallmark_codecs_library(hallmark_codecs_switchable)
target_compile_definitions(hallmark_codecs_switchable PUBLIC HALLMARK_RULE_SWITCH)
set(judges agreement.cpp all_rules.cpp examine.cpp messages.cpp model.cpp sha256.cpp tensor_json.cpp value.cpp vector.cpp)
list(TRANSFORM judges PREPEND ${PROJECT_SOURCE_DIR}/conformance/kit/)
foreach(family IN LISTS HALLMARK_FAMILIES)
  file(GLOB models CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/conformance/${family}/model*.cpp)
  list(APPEND judges ${models})
endforeach()
find_package(ZLIB REQUIRED)
hallmark_test(vectors_rule_switch
  SOURCES vectors_rule_switch.cpp ${judges} ${HALLMARK_HTTP_SOURCES} ${PROJECT_SOURCE_DIR}/reports/diagnostic.cpp
          ${PROJECT_BINARY_DIR}/conformance/model_registry.cpp
  LIBRARIES hallmark_codecs_switchable nlohmann_json::nlohmann_json fmt::fmt ZLIB::ZLIB
  PRECOMPILE <nlohmann/json.hpp> <fmt/format.h>)
# A decoder that overlooks a rule must still come to an end.
set_tests_properties(vectors_rule_switch PROPERTIES TIMEOUT 300)
