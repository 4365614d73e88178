// Promises: what every decoder owes to every input, whatever its format. A target calls keep_promises with its codec
// and adds what its own format promises beyond that. A broken promise ends the process, so that an engine keeps the
// input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "codecs/core/codec.hpp"
#include "codecs/core/utf8.hpp"

namespace hallmark::fuzz {

inline void promise(bool kept, const char* what) noexcept {
  if (kept) [[likely]]
    return;
  std::fprintf(stderr, "promise broken: %s\n", what);
  std::abort();
}

// Block is heap memory of exactly `size` bytes behind `shift` others: the address sanitizer sees the first byte beyond,
// and an odd shift puts every word of an input at an odd address.
class Block {
 public:
  Block(std::size_t size, int fill) : memory_(new std::byte[size]), size_(size) {
    std::memset(memory_.get(), fill, size);
  }
  explicit Block(Bytes copy, std::size_t shift = 0)
      : memory_(new std::byte[copy.size() + shift]), size_(copy.size()), shift_(shift) {
    if (!copy.empty()) std::memcpy(memory_.get() + shift, copy.data(), copy.size());
  }

  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {memory_.get() + shift_, size_}; }
  [[nodiscard]] Bytes view() const noexcept { return {memory_.get() + shift_, size_}; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_;
  std::size_t shift_ = 0;
};

// bytes_of is the input as an engine hands it over.
[[nodiscard]] inline Bytes bytes_of(const std::uint8_t* data, std::size_t size) noexcept {
  return std::as_bytes(std::span(data, size));
}

[[nodiscard]] inline bool same(const Violation& a, const Violation& b) noexcept {
  return a.rule == b.rule && (a.rule == nullptr || (a.offset == b.offset && a.length == b.length));
}

// Path is the text of a Place: UTF-8 without control characters, whatever the keys of the input are.
class Path final : public TextSink {
 public:
  void write(std::string_view text) noexcept override { text_.append(text); }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  void check() const noexcept {
    for (const char c : text_)
      promise(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "paths hold no control characters");
    promise(find_invalid_utf8(std::as_bytes(std::span(text_))) == nowhere, "paths are UTF-8");
  }

 private:
  std::string text_;
};

// A path may cost a walk from the start of the input; more of them than a report shows would make a target quadratic.
inline constexpr std::uint64_t paths_looked_at = 20;

// Subject is what a target judges: a codec, an input, and the rules of other formats that the codec may report too.
struct Subject {
  const Codec& codec;
  Bytes input;
  std::span<const Rule* const> rules_of_others;

  [[nodiscard]] bool owns(const Rule* rule) const noexcept {
    for (const Rule* own : codec.rules) {
      if (own == rule) return true;
    }
    for (const Rule* other : rules_of_others) {
      if (other == rule) return true;
    }
    return false;
  }
  void check(const Violation& violation) const noexcept {
    promise(owns(violation.rule), "a rejection names a rule of this format");
    promise(violation.offset <= input.size() && violation.length <= input.size() - violation.offset,
            "a rejection names bytes of this input");
  }
};

// Recorder holds every diagnostic to its promises and keeps what a decoder should have answered.
class Recorder final : public DiagnosticSink {
 public:
  Recorder(const Subject& subject, Profile profile, std::uint64_t patience = UINT64_MAX) noexcept
      : subject_(subject), profile_(profile), patience_(patience) {}

  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    promise(seen_ < patience_, "nothing is reported to a sink that has enough");
    subject_.check(violation);
    promise(severity == severity_under(*violation.rule, profile_), "a diagnostic has the severity of its rule");
    if (seen_ < paths_looked_at) {
      Path path;
      place.write(path, violation);
      path.check();
    }
    if (severity == Severity::error) {
      const Verdict verdict = verdict_of(violation.rule->kind);
      if (decisive_.rule == nullptr || outranks(verdict, verdict_of(decisive_.rule->kind))) decisive_ = violation;
      only_compat_ = only_compat_ && violation.rule->compat;
    }
    return ++seen_ < patience_;
  }

  // decisive is the first error of the kind that gives the verdict.
  [[nodiscard]] const Violation& decisive() const noexcept { return decisive_; }
  [[nodiscard]] bool only_compat() const noexcept { return only_compat_; }

 private:
  const Subject& subject_;
  Profile profile_;
  std::uint64_t patience_;
  std::uint64_t seen_ = 0;
  Violation decisive_;
  bool only_compat_ = true;
};

// Cover checks that a layout runs over the input in ascending order and leaves nothing out.
class Cover final : public LayoutSink {
 public:
  explicit Cover(Bytes input) noexcept : size_(input.size()) {}

  void range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override {
    promise(offset == next_, "a layout is ascending and has no gaps");
    promise(length > 0 && length <= size_ - offset, "every range of a layout holds bytes of the input");
    promise(field != nullptr && *field != '\0', "every range of a layout has a name");
    if (seen_++ < paths_looked_at) {
      Path path;
      place.write(path, {});
      path.check();
    }
    next_ = offset + length;
  }
  [[nodiscard]] std::uint64_t covered() const noexcept { return next_; }

 private:
  std::uint64_t size_;
  std::uint64_t next_ = 0;
  std::uint64_t seen_ = 0;
};

struct Judgement {
  Verdict verdict = Verdict::valid;
  bool only_compat = true;  // no error but of rules that the compat profile tolerates
};

// decode_with gives the decoder's answer, given `spare` bytes of scratch beyond the bound.
inline Violation decode_with(const Subject& subject, const Options& options, std::size_t spare, int fill) {
  const std::uint64_t bound = subject.codec.scratch_bound(subject.input, options);
  promise(bound <= 64 * (std::uint64_t{subject.input.size()} + 1), "scratch is paid for by the input");
  Block memory(static_cast<std::size_t>(bound) + spare, fill);
  Scratch scratch(memory.bytes());
  const Violation violation = subject.codec.decode(subject.input, scratch, options);
  promise(scratch.used() <= bound, "scratch_bound suffices");
  return violation;
}

inline Verdict validate_with(const Subject& subject, const Options& options, Recorder& recorder) {
  const std::uint64_t bound = subject.codec.scratch_bound(subject.input, options);
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  Scratch scratch(memory.bytes());
  const Verdict verdict = subject.codec.validate(subject.input, scratch, options, recorder);
  promise(scratch.used() <= bound, "scratch_bound suffices");
  return verdict;
}

// judge holds a codec to its promises under one set of options.
inline Judgement judge(const Subject& subject, const Options& options) {
  const Violation decisive = decode_with(subject, options, 0, 0x00);
  if (decisive.rule != nullptr) {
    subject.check(decisive);
    promise(severity_under(*decisive.rule, options.profile) == Severity::error, "only an error changes a verdict");
  }
  const Verdict verdict = decisive.rule == nullptr ? Verdict::valid : verdict_of(decisive.rule->kind);

  promise(same(decisive, decode_with(subject, options, 0, 0xff)), "what scratch held before makes no difference");
  promise(same(decisive, decode_with(subject, options, 4096, 0x00)), "more scratch makes no difference");
  const Block shifted(subject.input, 1);
  const Subject elsewhere{subject.codec, shifted.view(), subject.rules_of_others};
  promise(same(decisive, decode_with(elsewhere, options, 0, 0x00)), "alignment makes no difference");

  Recorder all(subject, options.profile);
  promise(validate_with(subject, options, all) == verdict, "validate and decode agree in the verdict");
  promise(same(all.decisive(), decisive), "decode gives the first error of the kind that gives the verdict");
  Recorder first(subject, options.profile, 1);
  promise(validate_with(subject, options, first) == verdict, "the verdict does not depend on who reads the report");

  Block memory(static_cast<std::size_t>(subject.codec.scratch_bound(subject.input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  Cover cover(subject.input);
  subject.codec.layout(subject.input, scratch, options, cover);
  promise(verdict != Verdict::valid || cover.covered() == subject.input.size(), "the layout of a valid input is whole");
  return {verdict, all.only_compat()};
}

struct Judgements {
  Judgement strict;
  Judgement compat;
  Judgement shallow;  // strict, with small limits
};

// Small enough that an engine reaches both sides of every limit with short inputs.
inline constexpr std::uint32_t small_limit = 3;

// keep_promises judges `input` under both profiles and under small limits. `input` must be a Block, or an engine that
// keeps its inputs inside larger buffers would hide an overrun.
inline Judgements keep_promises(const Codec& codec, const Block& input,
                                std::span<const Rule* const> rules_of_others = {}) {
  const Subject subject{codec, input.view(), rules_of_others};
  Options strict;
  Options compat;
  compat.profile = Profile::compat;
  Options shallow;
  shallow.limits = {small_limit, small_limit};
  const Judgements found{judge(subject, strict), judge(subject, compat), judge(subject, shallow)};

  const bool valid = found.strict.verdict == Verdict::valid;
  const bool tolerated = found.compat.verdict == Verdict::valid;
  promise(!valid || tolerated, "what strict accepts, compat accepts");
  promise(!tolerated || found.strict.only_compat, "compat tolerates nothing but compat rules");
  // A walk with small limits sees a part of what the default walk sees.
  promise(found.shallow.verdict != Verdict::valid || valid, "limits only take away");
  promise(found.shallow.verdict != Verdict::invalid || found.strict.verdict == Verdict::invalid,
          "limits invent no faults");
  (void)codec.recognise(subject.input);
  return found;
}

}  // namespace hallmark::fuzz
