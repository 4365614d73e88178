// SPDX-License-Identifier: Apache-2.0
// Rules in Python: hallmark.explain.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "conformance/examine/all_rules.hpp"
#include "conformance/python/module.hpp"
#include "reports/diagnostic.hpp"
#include "reports/links.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

std::string explained(const Rule& rule) {
  std::string text = std::string(rule.id) + " " + std::string(to_string(rule.level)) + "\n  " + std::string(rule.title);
  const auto line = [&](const char* name, std::string_view value) {
    if (!value.empty()) text += "\n  " + std::string(name) + std::string(value);
  };
  line("clause  ", reports::clause_text(rule));
  line("        ", reports::clause_address(rule));
  line("fix     ", rule.fix);
  line("why     ", rule.why);
  return text;
}

}  // namespace

void add_rules(nb::module_& module) {
  nb::class_<Rule>(module, "Rule", "What a format demands; its text says the most of it.")
      .def_prop_ro("id", [](const Rule& self) { return self.id; })
      .def_prop_ro(
          "title", [](const Rule& self) { return self.title; }, "What the format demands, in a sentence.")
      .def_prop_ro(
          "kind", [](const Rule& self) { return to_string(self.kind); },
          "malformed, invalid, unsupported or limit: what a violation means.")
      .def_prop_ro(
          "category", [](const Rule& self) { return to_string(self.category); },
          "The same for all formats: truncated, duplicate, ….")
      .def_prop_ro(
          "level", [](const Rule& self) { return to_string(self.level); }, "MUST, SHOULD, DECISION or LIMIT.")
      .def_prop_ro(
          "severity", [](const Rule& self) { return to_string(self.severity); }, "error, warning or note.")
      .def_prop_ro("clause", &reports::clause_text, "Where the rule comes from: document#section.")
      .def_prop_ro("address", &reports::clause_address, "The public address of that; empty of a choice of Hallmark's.")
      .def_prop_ro(
          "fix", [](const Rule& self) { return self.fix; }, "What the author of a file can do about it.")
      .def_prop_ro(
          "why", [](const Rule& self) { return self.why; }, "The reason of a choice of Hallmark's.")
      .def("__str__", &explained)
      .def("__repr__", [](const Rule& self) { return "<hallmark.Rule " + std::string(self.id) + ">"; })
      .def("__reduce__", [](const Rule& self) {
        return nb::make_tuple(nb::module_::import_("hallmark").attr("explain"), nb::make_tuple(self.id));
      });
  module.def(
      "explain",
      [](std::string_view id) {
        const Rule* rule = conformance::rule_named(conformance::all_rules(), id);
        if (rule == nullptr) throw nb::value_error(("there is no rule \"" + std::string(id) + "\"").c_str());
        return rule;
      },
      "rule"_a, nb::rv_policy::reference);
}

}  // namespace hallmark::python
