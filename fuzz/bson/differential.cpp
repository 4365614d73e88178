// SPDX-License-Identifier: Apache-2.0
// Fuzz target: `bson` compared with libbson. libbson accepts every file that we accept; a flat file that libbson
// accepts is rejected only by rules that libbson does not check.
#include <bson/bson.h>

#include "fuzz/invariants.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/bson/rules.hpp"
#include "hallmark/bson_vector/rules.hpp"

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
  return std::ranges::find(bson_vector::rules, rule) != bson_vector::rules.end();
}

bool libbson_accepts(Bytes input) {
  const std::unique_ptr<bson_reader_t, decltype(&bson_reader_destroy)> reader(
      bson_reader_new_from_data(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()),
      bson_reader_destroy);
  bool ended = false;
  while (const bson_t* document = bson_reader_read(reader.get(), &ended)) {
    constexpr int checks = BSON_VALIDATE_UTF8 | BSON_VALIDATE_UTF8_ALLOW_NULL;
    if (!bson_validate(document, static_cast<bson_validate_flags_t>(checks), nullptr)) return false;
  }
  return ended;
}

// Nesting looks for a nested document as far as a layout goes, to the first error.
class Nesting final : public LayoutSink {
 public:
  explicit Nesting(Bytes input) noexcept : input_(input) {}
  bool range(std::uint64_t offset, std::uint64_t, const char* field, const Place&) noexcept override {
    if (std::strcmp(field, "type") != 0) return true;
    const auto type = static_cast<bson::Type>(input_[static_cast<std::size_t>(offset)]);
    found = type == bson::Type::document || type == bson::Type::array || type == bson::Type::code_with_scope;
    return !found;
  }
  bool found = false;

 private:
  Bytes input_;
};

bool flat(Bytes input) {
  Block memory(static_cast<std::size_t>(bson::scratch_bound(input)), 0);
  Scratch scratch(memory.bytes());
  Nesting nesting(input);
  (void)codec::bson.layout(input, scratch, {}, nesting);
  return !nesting.found;
}

}  // namespace

void run_target(const Block& block) {
  const Bytes input = block.view();
  const conformance::Outcome ours = conformance::run_codec(codec::bson, input, {});
  if (ours.verdict == Verdict::limited) return;  // libbson has its own depth limit
  const bool theirs = libbson_accepts(input);
  if (ours.verdict == Verdict::valid) return invariant(theirs, "libbson accepts what we accept");
  const Rule* const first = std::ranges::find(ours.findings, Severity::error, &conformance::Finding::severity)->rule;
  if (!theirs || libbson_tolerates(first)) return;
  // Implementations differ in which nested documents they check.
  const std::string what = "libbson accepts what we reject by a rule that it knows, " + std::string(first->id);
  invariant(!flat(input), what.c_str());
}

}  // namespace hallmark::fuzz
