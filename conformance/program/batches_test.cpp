// Findings in batches are those of one report, for all golden vectors, for messages, and for what follows the findings.
#include "conformance/examine/examiner.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::conformance;

namespace {

struct Told {
  std::vector<std::string> findings;  // rule, offset and part
  std::size_t batches = 0;

  void add(const reports::InputReport& report) {
    ++batches;
    for (const reports::Diagnostic& one : report.diagnostics) {
      findings.push_back(one.rule + ' ' + std::to_string(one.offset) + ' ' +
                         std::to_string(static_cast<unsigned>(one.part)) + ' ' + one.path + ' ' + one.message);
    }
  }
};

// What an examiner tells of an input, and of each message in it, with so many findings at once.
Told told(Bytes bytes, const std::string& name, const std::string& format, std::uint64_t at_once) {
  ExaminerSettings settings;
  settings.format = format;
  settings.bounds.max_errors = 100;
  settings.bounds.at_once = at_once;
  Examiner examiner(settings);
  Told out;
  reports::InputReport report = examiner.examine({.path = name, .problem = "", .content = bytes});
  for (bool more = true; more; more = examiner.next(report)) {
    out.add(report);
    for (std::uint64_t batch = 1; !report.complete; ++batch) {
      examiner.rest(report);
      CHECK(report.batch == batch);
      out.add(report);
    }
  }
  return out;
}

// compare returns how many batches there were.
std::size_t compare(Bytes bytes, const std::string& name, const std::string& format) {
  const Told whole = told(bytes, name, format, 1'000'000);
  const Told parts = told(bytes, name, format, 3);
  CHECK(parts.findings == whole.findings);
  return parts.batches - whole.batches;
}

}  // namespace

TEST_CASE("batches: all golden vectors") {
  std::size_t more = 0;
  for (const VectorFile& file : load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const Vector& vector : file.vectors) {
      CAPTURE(vector.id);
      if (vector.operation == Operation::decode) more += compare(vector.bytes(), "input", vector.format);
    }
  }
  CHECK(more > 20);
}

TEST_CASE("batches: messages with faults in head and body, and what is said of an input as a whole") {
  const std::string body =
      R"({"inputs": [{"name": "a", "shape": [1, 1], "datatype": "UINT8", "data": [700]}, 1, 2, 3, 4]})";
  const std::string message = "POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) +
                              "\r\nContent-Length: " + std::to_string(body.size()) +
                              "\r\nA b\r\nC d\r\nE f\r\nG h\r\n\r\n" + body;
  const std::string messages = message + message;
  CHECK(compare(as_bytes(messages), "a.http", "auto") > 0);
  // The note that this is no inference comes behind the findings.
  const std::string other = "POST / HTTP/1.1\r\nA b\r\nC d\r\nE f\r\nG h\r\nContent-Length: 5\r\n\r\nhello";
  CHECK(compare(as_bytes(other), "b.http", "auto") > 0);
  const Told parts = told(as_bytes(other), "b.http", "auto", 3);
  CHECK(parts.findings.back().starts_with("hallmark/other-program"));
}
