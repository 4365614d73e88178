// SPDX-License-Identifier: Apache-2.0
// Oracle of KServe bodies, second part: the members of messages, tensors and requested outputs.
#include <set>

#include "conformance/kserve/oracle_json.hpp"

namespace hallmark::kserve::oracle {
namespace {

class Checker {
 public:
  Checker(Log& log, Role role) : log_(log), role_(role) {}

  void message(const Node& message) {
    std::set<std::string> read;
    for (const auto& [key, begin, end, value] : message.members) {
      if (!read.insert(key).second) continue;
      const bool text = key == "id" || (role_ == Role::response && (key == "model_name" || key == "model_version"));
      if (key == list_name(role_)) list(value, true);
      if (key == "outputs" && role_ == Role::request) list(value, false);
      if (key == "parameters") parameters(value, role_ == Role::request ? "binary_data_output" : nullptr);
      if (text) optional_text(value);
    }
    if (message.find(list_name(role_)) == nullptr) without_list(message);
  }

 private:
  void report(const std::string& rule, const Node& at) { log_.report(rule, at.begin, at.size(), at.path); }

  bool check_type(const Node& node, Type wanted) {
    if (node.type != wanted) report("member-type", node);
    return node.type == wanted;
  }

  void require(const Node& object, const std::string& key) {
    if (object.find(key) != nullptr) return;
    log_.report("member-missing", object.begin, 1, object.path.empty() ? key : object.path + "." + key);
  }

  void without_list(const Node& message) {
    const Node* const error = role_ == Role::response ? message.find("error") : nullptr;
    if (error == nullptr) return require(message, list_name(role_));
    if (message.members.size() != 1) return report("error-members", *error);
    if (check_type(*error, Type::string)) report("error-response", *error);
  }

  void optional_text(const Node& text) {
    if (text.type != Type::null) {
      check_type(text, Type::string);
    } else if (role_ == Role::request) {
      report("null-member", text);
    }
  }

  void list(const Node& list, bool tensors) {
    if (!check_type(list, Type::array)) return;
    std::vector<const Node*> names;
    for (const Node& one : list.elements) {
      if (!check_type(one, Type::object)) continue;
      std::set<std::string> read;
      for (const auto& [key, begin, end, value] : one.members) {
        if (!read.insert(key).second) continue;
        if (key == "name" && name(value)) names.push_back(&value);
        if (key == "parameters") parameters(value, tensors ? nullptr : "binary_data");
        if (!tensors) continue;
        if (key == "shape" || (key == "data" && value.type != Type::null)) check_type(value, Type::array);
        if (key == "datatype") check_type(value, Type::string);
      }
      for (const char* const key : {"name", "shape", "datatype"}) {
        if (tensors || key == std::string("name")) require(one, key);
      }
    }
    std::set<std::string> known;
    for (const Node* const name : names) {
      if (!known.insert(name->text).second) report("duplicate-name", *name);
    }
    if (tensors && role_ == Role::request && list.elements.empty()) report("inputs-empty", list);
  }

  bool name(const Node& name) {
    if (!check_type(name, Type::string)) return false;
    if (name.text.find('\0') != std::string::npos) report("nul-in-name", name);
    return true;
  }

  void parameters(const Node& all, const char* flag) {
    if (all.type == Type::null) return report("null-member", all);
    if (!check_type(all, Type::object)) return;
    for (const auto& [key, begin, end, value] : all.members) {
      if (value.type == Type::null || value.type == Type::array || value.type == Type::object) {
        report("parameter-type", value);
      } else if (flag != nullptr && key == flag && value.type != Type::boolean) {
        report("parameter-flag", value);
      }
    }
  }

  Log& log_;
  Role role_;
};

}  // namespace

void check_members(Log& log, Role role, const Node& message) { Checker(log, role).message(message); }

}  // namespace hallmark::kserve::oracle
