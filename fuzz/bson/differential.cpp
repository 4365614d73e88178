// Fuzz target: `bson` compared with libbson. libbson accepts every document that we accept; a flat document that
// libbson accepts is rejected only by rules that libbson does not check.
#include <bson/bson.h>

#include "codecs/bson/rules.hpp"
#include "codecs/bson_vector/rules.hpp"
#include "fuzz/invariants.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::codec {
extern const Codec bson;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

// libbson does not check vectors, and text other than keys, strings and patterns. Where NUL is allowed, newer versions
// also take it as C0 80 in keys.
bool libbson_tolerates(const Rule* rule) noexcept {
  if (rule == &bson::rule<"bson/regex-utf8"> || rule == &bson::rule<"bson/regex-modified-utf8"> ||
      rule == &bson::rule<"bson/string-utf8"> || rule == &bson::rule<"bson/key-modified-utf8">) {
    return true;
  }
  for (const Rule* of_vectors : bson_vector::rules) {
    if (rule == of_vectors) return true;
  }
  return false;
}

// NestingFinder looks for a nested document before the first error.
class NestingFinder final : public LayoutSink {
 public:
  explicit NestingFinder(Bytes input) noexcept : input_(input) {}

  void range(std::uint64_t offset, std::uint64_t, const char* field, const Place&) noexcept override {
    if (std::strcmp(field, "type") != 0) return;
    const auto type = std::to_integer<unsigned>(input_[static_cast<std::size_t>(offset)]);
    found_ = found_ || type == 0x03 || type == 0x04 || type == 0x0f;
  }
  [[nodiscard]] bool found() const noexcept { return found_; }

 private:
  Bytes input_;
  bool found_ = false;
};

// FirstError is the error at which a layout ends; an unsupported vector may come before the decisive error.
class FirstError final : public DiagnosticSink {
 public:
  bool report(const Violation& violation, Severity severity, const Place&) noexcept override {
    if (severity != Severity::error) return true;
    violation_ = violation;
    return false;
  }
  [[nodiscard]] const Violation& violation() const noexcept { return violation_; }

 private:
  Violation violation_;
};

// Rejections are compared only if documents are flat up to the error: implementations differ in which nested documents
// they check.
bool flat(Bytes input, const Options& options, const Violation& error) {
  Block memory(static_cast<std::size_t>(bson::scratch_bound(input, options)), 0);
  Scratch scratch(memory.bytes());
  NestingFinder finder(input);
  codec::bson.layout(input, scratch, options, finder);
  Scratch again(memory.bytes());
  FirstError first;
  (void)bson::validate(input, again, options, first);
  return !finder.found() && same(first.violation(), error);
}

// Walks the lengths of the documents; false if the last one does not end with the input.
template <class Each>
bool each_document(Bytes input, Each each) {
  while (!input.empty()) {
    if (input.size() < 5) return false;
    const auto length = load_le<std::uint32_t>(input.data());
    if (length < 5 || length > input.size()) return false;
    if (!each(input.first(length))) return false;
    input = input.subspan(length);
  }
  return true;
}

bool libbson_accepts(Bytes document) {
  const Block alone(document);
  bson_t bson;
  if (!bson_init_static(&bson, reinterpret_cast<const std::uint8_t*>(alone.view().data()), alone.view().size()))
    return false;
  return bson_validate(&bson, static_cast<bson_validate_flags_t>(BSON_VALIDATE_UTF8 | BSON_VALIDATE_UTF8_ALLOW_NULL),
                       nullptr);
}

}  // namespace

void run_target(const Block& input) {
  const Options options;
  Block memory(static_cast<std::size_t>(bson::scratch_bound(input.view(), options)), 0);
  Scratch scratch(memory.bytes());
  const auto ours = bson::decode(input.view(), scratch, options);
  // libbson has its own depth limit.
  if (ours.verdict() == Verdict::limited) return;

  const bool theirs = each_document(input.view(), libbson_accepts);
  if (ours) {
    invariant(theirs, "libbson accepts what we accept");
  } else if (theirs && !libbson_tolerates(ours.violation().rule) && flat(input.view(), options, ours.violation())) {
    const auto id = ours.violation().rule->id;
    std::fprintf(stderr, "%.*s\n", static_cast<int>(id.size()), id.data());
    invariant(false, "we reject what libbson accepts only by rules that it does not know");
  }
}

}  // namespace hallmark::fuzz
