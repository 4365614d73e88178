#include "conformance/kit/promises.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace hallmark::kit {
namespace {

// The working memory of one run: exactly as many bytes as the codec asked for.
class ExactScratch {
 public:
  explicit ExactScratch(std::uint64_t size)
      : size_(static_cast<std::size_t>(size)), memory_(std::make_unique<std::byte[]>(size_)) {}
  [[nodiscard]] Scratch scratch() const { return Scratch(std::span(memory_.get(), size_)); }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> memory_;
};

class StringSink final : public TextSink {
 public:
  void write(std::string_view text) noexcept override { text_ += text; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class Collector final : public DiagnosticSink {
 public:
  explicit Collector(std::vector<Finding>& out) : out_(out) {}
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    StringSink path;
    place.write(path, violation);
    out_.push_back({violation.rule, severity, violation.offset, violation.length, path.take()});
    return true;
  }

 private:
  std::vector<Finding>& out_;
};

class EnoughAtOnce final : public DiagnosticSink {
 public:
  bool report(const Violation&, Severity, const Place&) noexcept override { return false; }
};

// Checks that ranges follow each other from 0 without a gap.
class Cover final : public LayoutSink {
 public:
  void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override {
    StringSink path;
    place.write(path, {});
    if (offset != end_ && fault_.empty()) fault_ = fmt::format("{} lies at {}, not at {}", field, offset, end_);
    if (length == 0 && fault_.empty()) fault_ = fmt::format("{} at {} covers nothing", field, offset);
    end_ = offset + length;
  }
  [[nodiscard]] std::string fault(std::uint64_t size) const {
    if (fault_.empty() && end_ != size) return fmt::format("it ends at {} of {} bytes", end_, size);
    return fault_;
  }

 private:
  std::uint64_t end_ = 0;
  std::string fault_;
};

std::string_view id_of(const Rule* rule) { return rule == nullptr ? "no rule" : rule->id; }

Verdict verdict_of(const Violation& violation) {
  return violation.rule == nullptr ? Verdict::valid : hallmark::verdict_of(violation.rule->kind);
}

std::string where(const Rule* rule, std::uint64_t offset, std::uint64_t length) {
  return fmt::format("{} at {}+{}", id_of(rule), offset, length);
}

// The first error of the kind that gives the verdict. Contract, section 3.
const Finding* decisive(const Judgement& judgement) {
  for (const Finding& finding : judgement.findings) {
    if (finding.severity == Severity::error && hallmark::verdict_of(finding.rule->kind) == judgement.verdict) {
      return &finding;
    }
  }
  return nullptr;
}

// A format that holds another one reports that one's rules under their own ids.
bool known(const Rule* rule) {
  const auto codecs = all_codecs();
  return std::any_of(codecs.begin(), codecs.end(), [rule](const Codec* codec) {
    return std::find(codec->rules.begin(), codec->rules.end(), rule) != codec->rules.end();
  });
}

std::optional<std::string> disagreement(const Judgement& judgement) {
  const Verdict decoded = verdict_of(judgement.decoded);
  if (decoded != judgement.verdict) {
    return fmt::format("decode says {} ({}), validate says {}", to_string(decoded), id_of(judgement.decoded.rule),
                       to_string(judgement.verdict));
  }
  Verdict gravest = Verdict::valid;
  for (const Finding& finding : judgement.findings) {
    if (finding.severity != Severity::error) continue;
    if (const Verdict v = hallmark::verdict_of(finding.rule->kind); outranks(v, gravest)) gravest = v;
  }
  if (gravest != judgement.verdict) {
    return fmt::format("validate says {}, its findings say {}", to_string(judgement.verdict), to_string(gravest));
  }
  const Finding* first = decisive(judgement);
  if (first == nullptr) return std::nullopt;  // valid, as both agree
  const Violation& violation = judgement.decoded;
  if (first->rule != violation.rule || first->offset != violation.offset || first->length != violation.length) {
    return fmt::format("decode reports {}, validate {}", where(violation.rule, violation.offset, violation.length),
                       where(first->rule, first->offset, first->length));
  }
  return std::nullopt;
}

std::optional<std::string> misplaced(Bytes input, const Judgement& judgement, const Options& options) {
  for (const Finding& finding : judgement.findings) {
    const std::string place = where(finding.rule, finding.offset, finding.length);
    if (!known(finding.rule)) return fmt::format("{} is a rule of no format", place);
    if (finding.offset > input.size() || finding.length > input.size() - finding.offset) {
      return fmt::format("{} reaches beyond the {} bytes of input", place, input.size());
    }
    if (finding.severity != severity_under(*finding.rule, options.profile)) {
      return fmt::format("{} is reported as {}", place, to_string(finding.severity));
    }
  }
  return std::nullopt;
}

bool same(const Judgement& a, const Judgement& b) {
  return a.verdict == b.verdict && a.findings == b.findings && a.decoded.rule == b.decoded.rule &&
         a.decoded.offset == b.decoded.offset && a.decoded.length == b.decoded.length;
}

}  // namespace

Judgement judge(const Codec& codec, Bytes input, const Options& options) {
  const std::uint64_t bound = codec.scratch_bound(input, options);
  Judgement judgement;
  {
    const ExactScratch memory(bound);
    Scratch scratch = memory.scratch();
    judgement.decoded = codec.decode(input, scratch, options);
  }
  const ExactScratch memory(bound);
  Scratch scratch = memory.scratch();
  Collector sink(judgement.findings);
  judgement.verdict = codec.validate(input, scratch, options, sink);
  return judgement;
}

std::optional<std::string> broken_promise(const Codec& codec, Bytes input, const Options& options) {
  const Judgement judgement = judge(codec, input, options);
  if (auto fault = disagreement(judgement)) return fault;
  if (auto fault = misplaced(input, judgement, options)) return fault;

  const std::uint64_t bound = codec.scratch_bound(input, options);
  {
    const ExactScratch memory(bound);
    Scratch scratch = memory.scratch();
    EnoughAtOnce sink;
    if (const Verdict verdict = codec.validate(input, scratch, options, sink); verdict != judgement.verdict) {
      return fmt::format("a sink that has enough at once gets {}, another {}", to_string(verdict),
                         to_string(judgement.verdict));
    }
  }
  {
    // An odd address in memory that ends where the input ends.
    const auto memory = std::make_unique<std::byte[]>(input.size() + 1);
    if (!input.empty()) std::memcpy(memory.get() + 1, input.data(), input.size());
    if (!same(judgement, judge(codec, Bytes(memory.get() + 1, input.size()), options))) {
      return "at an odd address the result is another";
    }
  }
  if (judgement.verdict != Verdict::valid) return std::nullopt;

  if (options.profile == Profile::strict) {
    Options compat = options;
    compat.profile = Profile::compat;
    if (const Judgement lenient = judge(codec, input, compat); lenient.verdict != Verdict::valid) {
      return fmt::format("strict accepts, compat rejects: {}", id_of(lenient.decoded.rule));
    }
  }
  const ExactScratch memory(bound);
  Scratch scratch = memory.scratch();
  Cover cover;
  codec.layout(input, scratch, options, cover);
  if (const std::string fault = cover.fault(input.size()); !fault.empty()) return "layout: " + fault;
  return std::nullopt;
}

}  // namespace hallmark::kit
