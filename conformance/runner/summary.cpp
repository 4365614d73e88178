#include "conformance/runner/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace hallmark::runner {
namespace {

using reports::VectorResult;
using Out = std::back_insert_iterator<std::string>;

conformance::Result result_of(const VectorResult& result) { return *conformance::result_named(result.result); }

// Row is one line of the table: the counts of one format and operation.
struct Row {
  std::uint64_t pass = 0;
  std::uint64_t fail = 0;    // failed MUST, or crash, hang and the like
  std::uint64_t warn = 0;    // SHOULD
  std::uint64_t differ = 0;  // DECISION, LIMIT
  std::uint64_t unsupported = 0;
  std::uint64_t skipped = 0;
  std::uint64_t broken = 0;  // harness-error, not-run
};

const char* label(const VectorResult& result) {
  const conformance::Result kind = result_of(result);
  if (kind == conformance::Result::harness_error) return "BROKEN";
  if (conformance::disqualifies(result)) return "FAIL";
  return result.level == to_string(Level::should) ? "WARN" : "DIFFER";
}

Row count(const std::vector<VectorResult>& results, const reports::Run& run) {
  Row row;
  for (const VectorResult& result : results) {
    if (result.format != run.format || result.op != run.op) continue;
    switch (const conformance::Result kind = result_of(result); kind) {
      case conformance::Result::pass: ++row.pass; break;
      case conformance::Result::unsupported: ++row.unsupported; break;
      case conformance::Result::skipped: ++row.skipped; break;
      case conformance::Result::harness_error:
      case conformance::Result::not_run: ++row.broken; break;
      default:
        if (conformance::disqualifies(result)) {
          ++row.fail;
        } else if (result.level == to_string(Level::should)) {
          ++row.warn;
        } else {
          ++row.differ;
        }
    }
  }
  return row;
}

void write_table(Out out, const reports::ConformanceResult& result) {
  fmt::format_to(out, "{:<16} {:<6}  {:<14} {:>5} {:>5} {:>5} {:>6} {:>11} {:>7} {:>6}\n", "format", "op", "verdict",
                 "pass", "fail", "warn", "differ", "unsupported", "skipped", "broken");
  for (const reports::Run& run : result.runs) {
    const Row row = count(result.results, run);
    fmt::format_to(out, "{:<16} {:<6}  {:<14} {:>5} {:>5} {:>5} {:>6} {:>11} {:>7} {:>6}\n", run.format, run.op,
                   run.verdict, row.pass, row.fail, row.warn, row.differ, row.unsupported, row.skipped, row.broken);
  }
}

std::string first_bytes(const conformance::Vector& vector) {
  constexpr std::size_t shown = 24;
  std::string text;
  std::size_t size = 0;
  for (const conformance::Segment& segment : vector.segments) {
    for (std::uint64_t i = 0; i < segment.repeat; ++i) {
      for (const std::byte byte : segment.bytes) {
        if (size++ < shown) text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<unsigned>(byte));
      }
    }
  }
  if (size > shown) text += " …";
  return fmt::format("{}{}({} bytes)", text, text.empty() ? "" : " ", size);
}

std::string expected_text(const VectorResult& result) {
  const bool encode = result.op == "encode";
  if (encode && !result.expected.rule) return "encoded";
  std::string text = encode ? "rejected" : result.expected.verdict;
  if (result.expected.rule) {
    text += fmt::format(": {} ({})", *result.expected.rule, result.expected.category.value_or(""));
  }
  if (result.expected.offset) text += fmt::format(" at offset {}", *result.expected.offset);
  return text;
}

std::string actual_text(const VectorResult& result) {
  std::string text = result.actual.result.empty() ? "no answer" : result.actual.result;
  if (result.actual.category) text += fmt::format(" ({})", *result.actual.category);
  if (result.actual.offset) text += fmt::format(" at offset {}", *result.actual.offset);
  if (result.actual.message) text += ": " + *result.actual.message;
  return text;
}

void write_indented(Out out, const char* name, std::string_view text) {
  constexpr int most_lines = 8;
  for (int line = 0; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (line == most_lines) {
      fmt::format_to(out, "        {:<9} …\n", "");
      return;
    }
    fmt::format_to(out, "        {:<9} {}\n", line == 0 ? name : "", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void write_deviation(Out out, const VectorResult& result, const conformance::Vector* vector) {
  fmt::format_to(out, "{:<7} {} {} {} {}{}\n", label(result), result.id, result.op, result.level, result.result,
                 result.expectation ? fmt::format(" [{}]", *result.expectation) : "");
  write_indented(out, "expected", expected_text(result));
  write_indented(out, "actual", actual_text(result));
  if (vector != nullptr && vector->operation == conformance::Operation::decode) {
    write_indented(out, "bytes", first_bytes(*vector));
  }
  write_indented(out, "stderr", result.standard_error);
}

// Differences that are not scored, in one line for each rule and result. For valid vectors the theme stands for a rule.
void write_unscored(Out out, const std::vector<const VectorResult*>& results) {
  using Group = std::tuple<std::string, std::string, std::string, std::string, std::string>;
  std::map<Group, std::vector<const VectorResult*>> groups;
  for (const VectorResult* one : results) {
    const std::string subject = one->expected.rule.value_or(one->id.substr(0, one->id.rfind('/')) + "/*");
    groups[{label(*one), subject, one->op, one->level, one->result}].push_back(one);
  }
  for (const auto& [group, ones] : groups) {
    const auto& [kind, subject, op, level, what] = group;
    fmt::format_to(out, "{:<7} {} {} {} {}: {}, {}{}\n", kind, subject, op, level, what,
                   ones.size() == 1 ? "1 vector" : fmt::format("{} vectors", ones.size()),
                   ones.size() == 1 ? "" : "first ", ones.front()->id);
  }
}

// Counts rejections whose category or offset match. They are reported, not scored.
void write_quality(Out out, const std::vector<VectorResult>& results) {
  std::uint64_t rejections = 0, categories = 0, same_category = 0, offsets = 0, same_offset = 0, silent = 0,
                accidents = 0;
  for (const VectorResult& result : results) {
    if (result.result != "pass" || result.actual.result != "rejected") continue;
    ++rejections;
    categories += result.actual.category ? 1 : 0;
    same_category += result.actual.category && result.actual.category == result.expected.category ? 1 : 0;
    offsets += result.actual.offset ? 1 : 0;
    same_offset += result.actual.offset && result.actual.offset == result.expected.offset ? 1 : 0;
    silent += result.actual.message == std::string(unconfirmed) ? 1 : 0;
    accidents += result.actual.message && result.actual.message->starts_with(conformance::by_accident) ? 1 : 0;
  }
  if (rejections == 0) return;
  fmt::format_to(
      out,
      "\nDiagnostics of {} correct rejections (not scored): {} with a category, {} as expected; {} with an offset, "
      "{} as expected\n",
      rejections, categories, same_category, offsets, same_offset);
  if (accidents != 0) {
    fmt::format_to(out, "{} are rejected by accident: by an error that the implementation does not document\n",
                   accidents);
  }
  if (silent != 0) fmt::format_to(out, "{} rejections are unconfirmed: exit status 1 and no output\n", silent);
}

}  // namespace

std::string summary(const Conformance& conformance, const conformance::Corpus& corpus, const ExpectationCheck& check) {
  const reports::ConformanceResult& result = conformance.result;
  std::map<std::string_view, const conformance::Vector*> vectors;
  for (const conformance::VectorFile& file : corpus.files) {
    for (const conformance::Vector& vector : file.vectors) vectors.emplace(vector.id, &vector);
  }
  std::string text;
  const Out out = std::back_inserter(text);
  const reports::Implementation& who = result.implementation;
  fmt::format_to(out, "{}{}{}, {} vectors{}\n\n", who.name, who.version.empty() ? "" : " " + who.version,
                 who.language.empty() ? "" : " (" + who.language + ")", result.corpus_vectors,
                 result.complete ? "" : ", INTERRUPTED");
  write_table(out, result);

  std::uint64_t known = 0;
  std::uint64_t not_run = 0;
  bool first = true;
  std::vector<const VectorResult*> unscored;
  for (const VectorResult& one : result.results) {
    const conformance::Result kind = result_of(one);
    not_run += kind == conformance::Result::not_run ? 1 : 0;
    const bool met = one.expectation == "met";
    known += met ? 1 : 0;
    if (met || (!conformance::deviates(kind) && kind != conformance::Result::harness_error)) continue;
    if (!one.expectation && conformance::deviates(kind) && !conformance::disqualifies(one)) {
      unscored.push_back(&one);
      continue;
    }
    if (std::exchange(first, false)) text += '\n';
    const auto vector = vectors.find(one.id);
    write_deviation(out, one, vector == vectors.end() ? nullptr : vector->second);
  }
  if (!unscored.empty()) {
    text += "\nNot scored:\n";
    write_unscored(out, unscored);
  }
  write_quality(out, result.results);
  if (not_run != 0) fmt::format_to(out, "\n{} vectors were not run\n", not_run);
  if (check.with_expectations)
    fmt::format_to(out, "\n{} as expected\n", known == 1 ? "1 deviation" : fmt::format("{} deviations", known));
  for (const std::string& entry : check.stale) fmt::format_to(out, "STALE   {}\n", entry);
  for (const std::string& note : conformance.notes) fmt::format_to(out, "note: {}\n", note);
  return text;
}

}  // namespace hallmark::runner
