#include "conformance/python/findings.hpp"

namespace hallmark::python {

FindingTable::FindingTable(std::size_t inputs) {
  for (Column* column : {&row_, &path_, &ordinal_, &format_, &size_, &verdict_, &more_, &scratch_}) {
    column->reserve(inputs);
  }
}

void FindingTable::start(std::uint64_t row, std::string_view path) {
  current_row_ = row;
  current_path_ = path;
  current_ordinal_ = 0;
}

void FindingTable::add(const reports::InputReport& input) {
  if (input.diagnostics.empty()) add_input(input, to_string(input.verdict));
  for (const reports::Diagnostic& diagnostic : input.diagnostics) {
    add_input(input, to_string(input.verdict));
    add_finding(diagnostic);
  }
}

void FindingTable::skip(std::uint64_t size, std::string_view reason) {
  reports::InputReport input;
  input.size = size;
  add_input(input, "skipped");
  message_.set(rows_ - 1, reason);
}

void FindingTable::add_input(const reports::InputReport& input, std::string_view verdict) {
  const std::size_t at = rows_++;
  row_.set(at, current_row_);
  path_.set(at, current_path_);
  ordinal_.set(at, current_ordinal_++);
  message_index_.set(at, input.message);
  format_.set(at, input.format);
  size_.set(at, input.size);
  compression_.set(at, input.compression);
  verdict_.set(at, verdict);
  more_.set(at, static_cast<std::uint64_t>(input.more));
  scratch_.set(at, input.scratch);
  alternative_.set(at, input.alternative);
}

void FindingTable::add_finding(const reports::Diagnostic& diagnostic) {
  const std::size_t at = rows_ - 1;
  rule_.set(at, diagnostic.rule);
  level_.set(at, to_string(diagnostic.level));
  clause_.set(at, diagnostic.clause);
  severity_.set(at, to_string(diagnostic.severity));
  category_.set(at, to_string(diagnostic.category));
  offset_.set(at, diagnostic.offset);
  length_.set(at, diagnostic.length);
  if (diagnostic.part != reports::Part::whole) part_.set(at, to_string(diagnostic.part));
  place_.set(at, diagnostic.path);
  message_.set(at, diagnostic.message);
  expected_.set(at, diagnostic.expected);
  actual_.set(at, diagnostic.actual);
}

}  // namespace hallmark::python
