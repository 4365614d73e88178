// SPDX-License-Identifier: Apache-2.0
// The text that codecs write of a violation, against what the program prints of the same input.
#include "hallmark/core/message.hpp"

#include <cctype>

#include "conformance/examine/examine.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/validation.hpp"

namespace hallmark::report_test {
namespace {

struct Text final : TextSink {
  void write(std::string_view piece) noexcept override { text += piece; }
  std::string text;
};

std::string described(const Codec& codec, Bytes input, const Options& options, const Violation* only) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(input, options));
  Text out;
  DiagnosticText lines(out, only);
  (void)codec.validate(input, scratch, options, lines);
  return out.text;
}

// What `hallmark validate --quiet` prints, which starts with the name of the file and leaves warnings and notes out.
std::string printed(const Codec& codec, Bytes input, const Options& options) {
  conformance::Examination examination = conformance::examine(codec, input, options, {.max_errors = 10'000});
  reports::InputReport report;
  report.path = "FILE";
  report.size = input.size();
  report.diagnostics = std::move(examination.diagnostics);
  for (reports::Diagnostic& diagnostic : report.diagnostics) diagnostic.severity = Severity::error;
  return reports::text_of(report, input, {}, {.quiet = true});
}

std::string as_printed(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n') + 1;
    std::string line(lines.substr(0, end));
    for (const std::string_view other : {"warning: ", "note: "}) {
      const std::size_t at = line.find(other);
      if (at != std::string::npos && at < line.find('[')) line.replace(at, other.size(), "error: ");
    }
    out += (std::isdigit(static_cast<unsigned char>(line.front())) != 0 ? "FILE:" : "FILE: ") + line;
    lines.remove_prefix(end);
  }
  return out;
}

TEST_CASE("codecs describe every finding on every golden vector as the program prints it, and of decode the first") {
  std::uint64_t invalid = 0;
  for (const conformance::VectorFile& file : conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (vector.operation != conformance::Operation::decode) continue;
      const Codec& codec = *codec_named(vector.format);
      const std::vector<std::byte> input = vector.bytes();
      const std::string all = as_printed(described(codec, input, vector.options, nullptr));
      CAPTURE(vector.id);
      CHECK(all == printed(codec, input, vector.options));

      conformance::ScratchMemory memory;
      Scratch scratch = memory.of(codec.scratch_bound(input, vector.options));
      const Violation violation = codec.decode(input, scratch, vector.options);
      if (violation.rule == nullptr) continue;
      ++invalid;
      const std::string one = as_printed(described(codec, input, vector.options, &violation));
      Text without_path;
      describe(without_path, violation);
      const std::string_view start(without_path.text.data(), without_path.text.find(']'));
      CHECK(one.find(start) != std::string::npos);
      CHECK(all.find(one) != std::string::npos);
    }
  }
  CHECK(invalid > 500);
}

}  // namespace
}  // namespace hallmark::report_test
