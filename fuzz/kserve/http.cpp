// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the reader of HTTP messages. Messages follow each other inside the file; every finding names a rule of
// HTTP and bytes of the file; bodies are views of the file, or memory within the limit; reading is repeatable. What
// codecs say of bodies is the target program/validate.
#include <algorithm>
#include <vector>

#include "conformance/http/messages.hpp"
#include "conformance/http/rules.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

struct Finding {
  Violation violation;
  Severity severity;
  std::string path;

  bool operator==(const Finding& other) const {
    return same(violation, other.violation) && severity == other.severity && path == other.path;
  }
};

// Keeper stores the findings and checks each of them.
class Keeper final : public DiagnosticSink {
 public:
  explicit Keeper(std::uint64_t size) : size_(size) {}

  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    invariant(std::ranges::find(http::rules, violation.rule) != std::end(http::rules),
              "a finding names a rule of http");
    invariant(violation.offset <= size_ && violation.length <= size_ - violation.offset,
              "a finding lies inside the file");
    invariant(violation.field != nullptr, "a finding names a field");
    Finding finding{violation, severity, ""};
    // Keep only the first of many faults.
    if (findings_.size() < paths_looked_at) {
      conformance::StringSink path;
      place.write(path, violation);
      finding.path = path.take();
      invariant(!finding.path.empty() && conformance::fault_of_path(finding.path).empty(), "a path is text");
    }
    if (severity == Severity::error && outranks(verdict_of(violation.rule->kind), verdict_)) {
      verdict_ = verdict_of(violation.rule->kind);
    }
    findings_.push_back(std::move(finding));
    return true;
  }

  [[nodiscard]] Verdict verdict() const noexcept { return verdict_; }
  [[nodiscard]] const std::vector<Finding>& findings() const noexcept { return findings_; }

 private:
  std::uint64_t size_;
  Verdict verdict_ = Verdict::valid;
  std::vector<Finding> findings_;
};

// Read is a message with its findings and a copy of its body, for comparison.
struct Read {
  http::Message message;
  std::vector<Finding> findings;
  std::string body;

  bool operator==(const Read& other) const {
    const http::Message& a = message;
    const http::Message& b = other.message;
    return a.offset == b.offset && a.end == b.end && a.role == b.role && a.readable == b.readable &&
           a.verdict == b.verdict && a.header_length == b.header_length && a.memory == b.memory && body == other.body &&
           findings == other.findings;
  }
};

// read returns the messages of a file.
std::vector<Read> read(Bytes file, const http::Settings& settings) {
  std::vector<Read> all;
  http::Messages messages(file, settings);
  std::uint64_t last = 0;
  while (true) {
    Keeper keeper(file.size());
    http::Message message;
    if (!messages.next(message, keeper)) break;
    invariant(message.index == all.size(), "messages are counted");
    invariant(message.offset == last, "a message starts where the last one ended");
    invariant(message.end <= file.size() && (message.end > message.offset || file.empty()),
              "a message ends inside the file");
    invariant(message.verdict == keeper.verdict(), "the verdict is that of the decisive error");
    invariant(message.memory == 0 ? inside(message.body, file)
                                  : message.memory == message.body.size() && message.memory <= settings.memory,
              "a body lies in the file, or in memory within the bound");
    invariant(message.readable || message.verdict != Verdict::valid, "a message without faults has a body");
    last = message.end;
    all.push_back({message, keeper.findings(), message.readable ? std::string(as_text(message.body)) : ""});
    const Rule* const rule = keeper.findings().empty() ? nullptr : keeper.findings().back().violation.rule;
    invariant(message.whole == (rule != &http::rule<"http/message">), "what cannot be taken apart has its finding");
    invariant(message.whole || (!message.readable && message.end == file.size()), "nothing of it is read");
    invariant(message.fields >= message.offset && message.fields <= message.end, "fields end inside the message");
  }
  invariant(!all.empty(), "a file has a message");
  return all;
}

// A small limit: decompression bombs would take all the time of an engine.
constexpr std::uint64_t memory_of_bodies = std::uint64_t{1} << 20;

}  // namespace

void run_target(const Block& input) {
  http::Settings settings;
  settings.memory = memory_of_bodies;
  const auto strict = read(input.view(), settings);
  invariant(strict == read(input.view(), settings), "reading again finds the same");
  settings.profile = Profile::compat;
  const auto compat = read(input.view(), settings);
  invariant(compat.size() == strict.size(), "a profile changes verdicts, not messages");
  for (std::size_t i = 0; i < strict.size(); ++i) {
    invariant(compat[i].body == strict[i].body, "a profile changes no body");
    invariant(strict[i].message.verdict != Verdict::valid || compat[i].message.verdict == Verdict::valid,
              "what is strictly valid is valid");
  }
  settings.header_length = input.view().size();
  settings.memory = conformance::small_limit;
  (void)read(input.view(), settings);
  (void)http::is_inference(input.view());
}

}  // namespace hallmark::fuzz
