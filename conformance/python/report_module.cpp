// SPDX-License-Identifier: Apache-2.0
// Reports in Python: hallmark.Report, hallmark.InputReport, hallmark.Finding.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "conformance/examine/all_rules.hpp"
#include "conformance/python/judgement.hpp"
#include "conformance/python/module.hpp"
#include "reports/bounded_json.hpp"
#include "reports/readers.hpp"

namespace hallmark::python {
namespace {

namespace nb = nanobind;
using reports::Diagnostic;
using reports::InputReport;
using reports::JudgedReader;
using reports::Readers;

nb::object path_text(const std::string& path) {
  return nb::steal(PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size())));
}

nb::list findings_of(const std::vector<InputReport>& inputs) {
  nb::list list;
  for (const InputReport& input : inputs) {
    for (const Diagnostic& diagnostic : input.diagnostics) list.append(diagnostic);
  }
  return list;
}

// What a pickle has: the report in JSON, and what that lacks: its text, and the path as bytes.
using State = std::tuple<std::string, std::string, nb::bytes>;

State state_of(const Judgement& judgement) {
  const std::string& path = judgement.report.inputs.front().path;
  return {reports::to_json(judgement.report).dump(), judgement.text, nb::bytes(path.data(), path.size())};
}

Judgement judgement_of(const State& state) {
  const auto& [json, text, path] = state;
  Judgement judgement{reports::validation_from(reports::parse_json(json)), text};
  for (InputReport& input : judgement.report.inputs) {
    input.path.assign(path.c_str(), path.size());
    for (Diagnostic& diagnostic : input.diagnostics) {
      const Rule* rule = conformance::rule_named(conformance::all_rules(), diagnostic.rule);
      if (rule != nullptr) diagnostic.fix = rule->fix;
    }
  }
  return judgement;
}

// The same of what a report has: an input of it, or a finding of an input that is nothing else.
State state_of(const InputReport& input) {
  Judgement judgement;
  judgement.report.summary.add(input);
  judgement.report.inputs.push_back(input);
  return state_of(judgement);
}
State state_of(const Diagnostic& finding) {
  InputReport input;
  input.diagnostics.push_back(finding);
  return state_of(input);
}
State state_of(const Readers& readers) {
  Diagnostic finding;
  finding.readers = std::make_shared<const Readers>(readers);
  return state_of(finding);
}
State state_of(const JudgedReader& reader) { return state_of(Readers{{reader}}); }

void take(Judgement& self, Judgement judgement) { new (&self) Judgement(std::move(judgement)); }
void take(InputReport& self, const Judgement& judgement) { new (&self) InputReport(judgement.report.inputs.at(0)); }
void take(Diagnostic& self, const Judgement& judgement) {
  new (&self) Diagnostic(judgement.report.inputs.at(0).diagnostics.at(0));
}
void take(Readers& self, const Judgement& judgement) {
  new (&self) Readers(*judgement.report.inputs.at(0).diagnostics.at(0).readers);
}
void take(JudgedReader& self, const Judgement& judgement) {
  new (&self) JudgedReader(judgement.report.inputs.at(0).diagnostics.at(0).readers->judged.at(0));
}

// pickled makes a class that was added one that can be pickled and copied.
template <class Class>
void pickled() {
  nb::borrow<nb::class_<Class>>(nb::type<Class>())
      .def("__getstate__", [](const Class& self) { return state_of(self); })
      .def("__setstate__", [](Class& self, const State& state) { take(self, judgement_of(state)); });
}

nb::object cut_of(const InputReport& self) {
  if (!self.cut) return nb::none();
  nb::dict cut;
  cut["size"] = self.cut->size;
  if (!self.cut->counted) return cut;
  cut["whole"] = self.cut->whole;
  cut["partial"] = self.cut->partial;
  cut["missing"] = self.cut->missing;
  return cut;
}

}  // namespace

void add_reports(nb::module_& module) {
  nb::class_<JudgedReader>(module, "JudgedReader", "An implementation that was put to inputs that break a rule.")
      .def_ro("name", &JudgedReader::name)
      .def_ro("version", &JudgedReader::version)
      .def_ro("way", &JudgedReader::way, "How it is read, where there are several ways; else empty.")
      .def_ro("took", &JudgedReader::took, "How many of the inputs it took.")
      .def_ro("refused", &JudgedReader::refused, "How many it refused.")
      .def_ro("otherwise", &JudgedReader::otherwise, "How many it did otherwise with, by result.");
  nb::class_<Readers>(module, "Readers", "Who takes inputs that break a rule; its text is that of the program.")
      .def_ro("judged", &Readers::judged)
      .def_ro("withheld", &Readers::withheld, "What others do is not published before it is repaired.")
      .def("__str__", [](const Readers& self) { return text_of(self); });

  nb::class_<Diagnostic>(module, "Finding", "One finding: a rule, and the bytes that break it.")
      .def_ro("rule", &Diagnostic::rule, "Id of the rule, as `hallmark explain` takes it.")
      .def_prop_ro(
          "level", [](const Diagnostic& self) { return to_string(self.level); }, "MUST, SHOULD, DECISION or LIMIT.")
      .def_ro("clause", &Diagnostic::clause, "Where the rule comes from: document#section.")
      .def_prop_ro(
          "severity", [](const Diagnostic& self) { return to_string(self.severity); }, "error, warning or note.")
      .def_prop_ro(
          "category", [](const Diagnostic& self) { return to_string(self.category); },
          "The same for all formats: truncated, duplicate, ….")
      .def_ro("offset", &Diagnostic::offset, "Of the first byte that breaks the rule.")
      .def_ro("length", &Diagnostic::length, "How many bytes break it; 0 where bytes are missing.")
      .def_prop_ro(
          "part",
          [](const Diagnostic& self) -> nb::object {
            if (self.part == reports::Part::whole) return nb::none();
            return nb::cast(to_string(self.part));
          },
          nb::sig("def part(self) -> str | None"), "Of an HTTP message: head or body; else None.")
      .def_ro("path", &Diagnostic::path, "The field, as tensors[3].shape[0].")
      .def_ro("message", &Diagnostic::message, "What is wrong.")
      .def_ro("expected", &Diagnostic::expected, "What would be right, where that is a value.")
      .def_ro("actual", &Diagnostic::actual, "What stands there, where that is a value.")
      .def_prop_ro(
          "readers", [](const Diagnostic& self) { return self.readers ? std::optional(*self.readers) : std::nullopt; },
          "Who takes such inputs, with validate(…, readers=True) and where that is known; else None.")
      .def_prop_ro(
          "help", [](const Diagnostic& self) { return self.fix; }, "What to do about it.")
      .def("__repr__", [](const Diagnostic& self) {
        return "<hallmark.Finding " + std::string(to_string(self.severity)) + " " + self.rule + " at " +
               std::to_string(self.offset) + ">";
      });

  nb::class_<InputReport>(module, "InputReport", "What is known of one input: a file, or one HTTP message of it.")
      .def_prop_ro(
          "path", [](const InputReport& self) { return path_text(self.path); }, nb::sig("def path(self) -> str"))
      .def_ro("format", &InputReport::format, "Id of the format; None if it is unknown.")
      .def_ro("size", &InputReport::size, "In bytes, decompressed.")
      .def_prop_ro("verdict", [](const InputReport& self) { return to_string(self.verdict); })
      .def_prop_ro(
          "compat",
          [](const InputReport& self) { return self.compat ? std::optional(to_string(*self.compat)) : std::nullopt; },
          "The verdict of the compat profile, where strict does not take the input; else None.")
      .def_prop_ro("findings", [](const InputReport& self) { return self.diagnostics; })
      .def_ro("more", &InputReport::more, "Findings that max_errors held back; -1: at least one.")
      .def_prop_ro("cut", cut_of, nb::sig("def cut(self) -> dict[str, int] | None"),
                   "Of a file whose end is not here: the size it should have, and how many tensors are whole, partial, "
                   "missing.")
      .def_ro("alternative", &InputReport::alternative, "Another format in which the input is valid.")
      .def_ro("message", &InputReport::message, "Index of the HTTP message in its file.")
      .def_ro("compression", &InputReport::compression, "gzip, or None.")
      .def("__str__", &reports::subject)
      .def("__repr__", [](const InputReport& self) {
        return "<hallmark.InputReport " + reports::subject(self) + ", " + self.format.value_or("unknown format") +
               ", " + std::string(to_string(self.verdict)) + ">";
      });

  nb::class_<Judgement>(module, "Report", "The report of validate(); its text is that of the program.")
      .def_prop_ro(
          "verdict", [](const Judgement& self) { return to_string(self.verdict()); },
          "valid, invalid, limited, unsupported or unreadable: of several inputs the worst.")
      .def_prop_ro("valid", [](const Judgement& self) { return self.verdict() == reports::InputVerdict::valid; })
      .def("__bool__", [](const Judgement& self) { return self.verdict() == reports::InputVerdict::valid; })
      .def_prop_ro("format", [](const Judgement& self) { return self.report.inputs.front().format; })
      .def_prop_ro(
          "findings", [](const Judgement& self) { return findings_of(self.report.inputs); },
          nb::sig("def findings(self) -> list[Finding]"), "Of all inputs.")
      .def_prop_ro(
          "inputs", [](const Judgement& self) { return self.report.inputs; },
          "One, or of a file of HTTP messages one for each.")
      .def_prop_ro(
          "error",
          [](const Judgement& self) -> std::optional<Diagnostic> {
            const Diagnostic* error = self.error();
            return error == nullptr ? std::nullopt : std::optional(*error);
          },
          "The finding that decides the verdict; None if that is valid.")
      .def(
          "to_json", [](const Judgement& self) { return reports::to_json(self.report).dump(); },
          "The report as `hallmark validate --report json` writes it.")
      .def("__str__", [](const Judgement& self) { return self.text; })
      .def("__repr__", [](const Judgement& self) {
        return "<hallmark.Report " + std::string(to_string(self.verdict())) + ", " +
               std::to_string(self.report.summary.errors) + " errors>";
      });

  pickled<JudgedReader>();
  pickled<Readers>();
  pickled<Diagnostic>();
  pickled<InputReport>();
  pickled<Judgement>();
}

}  // namespace hallmark::python
