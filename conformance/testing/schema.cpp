// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/schema.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

namespace hallmark::testing {
namespace {

using reports::Json;

class Check {
 public:
  explicit Check(const std::string& file) : root_(load(file)) {}

  std::string run(const Json& value) { return check(value, root_, "$"); }

 private:
  // Fuzz targets check schemas often, so that files and patterns are read once.
  static const Json& load(const std::string& file) {
    static std::map<std::string, Json> loaded;
    const auto [entry, first] = loaded.try_emplace(file);
    if (first) {
      std::ifstream in(std::string(HALLMARK_SOURCE_DIR "/reports/schema/") + file);
      entry->second = Json::parse(in);
    }
    return entry->second;
  }

  static bool matches(const std::string& text, const std::string& pattern) {
    static std::map<std::string, std::regex> compiled;
    const auto [entry, first] = compiled.try_emplace(pattern);
    if (first) entry->second = std::regex(pattern);
    return std::regex_search(text, entry->second);
  }

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    throw std::runtime_error("type " + type);
  }

  static std::string refer(const Json& value, const std::string& reference, const Json& root, const std::string& at) {
    const std::size_t hash = reference.find('#');
    const std::string file = reference.substr(0, hash);
    const Json& target_root = file.empty() ? root : load(file);
    const Json& target =
        hash == std::string::npos ? target_root : target_root.at(Json::json_pointer(reference.substr(hash + 1)));
    return Check(target_root).check(value, target, at);
  }

  explicit Check(const Json& root) : root_(root) {}

  std::string check(const Json& value, const Json& schema, const std::string& at) {
    for (const auto& [keyword, wanted] : schema.items()) {
      if (std::string found = one(value, schema, keyword, wanted, at); !found.empty()) return found;
    }
    return "";
  }

  std::string one(const Json& value, const Json& schema, const std::string& keyword, const Json& wanted,
                  const std::string& at) {
    static const std::set<std::string> silent{"$schema", "$id", "title", "description", "$defs"};
    if (silent.count(keyword) != 0) return "";
    if (keyword == "type") {
      const Json types = wanted.is_array() ? wanted : Json::array({wanted});
      return std::any_of(types.begin(), types.end(), [&](const Json& t) { return has_type(value, t); }) ? ""
                                                                                                        : at + ": type";
    }
    if (keyword == "enum") return std::find(wanted.begin(), wanted.end(), value) != wanted.end() ? "" : at + ": enum";
    if (keyword == "const") return value == wanted ? "" : at + ": const";
    if (keyword == "required") {
      for (const Json& name : wanted) {
        if (!value.contains(name.get<std::string>())) return at + ": lacks " + name.get<std::string>();
      }
      return "";
    }
    if (keyword == "additionalProperties") {
      const Json known = schema.value("properties", Json::object());
      for (const auto& [name, member] : value.items()) {
        if (known.contains(name)) continue;
        if (wanted == false) return at + ": has " + name;
        if (std::string found = check(member, wanted, at + "." + name); !found.empty()) return found;
      }
      return "";
    }
    if (keyword == "propertyNames") {
      for (const auto& [name, member] : value.items()) {
        if (std::string found = check(name, wanted, at + "." + name); !found.empty()) return found;
      }
      return "";
    }
    if (keyword == "properties") {
      for (const auto& [name, member] : value.items()) {
        if (!wanted.contains(name)) continue;
        if (std::string found = check(member, wanted.at(name), at + "." + name); !found.empty()) return found;
      }
      return "";
    }
    if (keyword == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (std::string found = check(value.at(i), wanted, at + "[" + std::to_string(i) + "]"); !found.empty())
          return found;
      }
      return "";
    }
    if (keyword == "oneOf") {
      const auto fits =
          std::count_if(wanted.begin(), wanted.end(), [&](const Json& s) { return check(value, s, at).empty(); });
      return fits == 1 ? "" : at + ": oneOf";
    }
    if (keyword == "pattern") {
      return !value.is_string() || matches(value.get<std::string>(), wanted.get<std::string>()) ? "" : at + ": pattern";
    }
    if (keyword == "minimum") return !value.is_number() || value >= wanted ? "" : at + ": minimum";
    if (keyword == "maximum") return !value.is_number() || value <= wanted ? "" : at + ": maximum";
    if (keyword == "$ref") return refer(value, wanted.get<std::string>(), root_, at);
    throw std::runtime_error("schema keyword " + keyword);
  }

  const Json& root_;
};

}  // namespace

std::string breach(const Json& value, const std::string& schema_file) { return Check(schema_file).run(value); }

}  // namespace hallmark::testing
