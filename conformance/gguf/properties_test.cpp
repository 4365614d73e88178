// SPDX-License-Identifier: Apache-2.0
// Properties of `gguf` alone: words near the edges of numbers, shapes and places near each other, arrays inside each
// other, cuts of a large header.
#include "conformance/testing/properties.hpp"

#include <algorithm>
#include <memory>

#include "conformance/gguf/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::gguf {
namespace {

using testing::Memory;

static_assert(testing::refuses_temporaries(HALLMARK_CALL(scratch_bound(std::forward<Input>(input)))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(decode(std::forward<Input>(input),
                                                                std::declval<Scratch&>()))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(validate(std::forward<Input>(input), std::declval<Scratch&>(),
                                                                  {}, std::declval<DiagnosticSink&>()))));

void check(Bytes input) { testing::check(codec(), input); }

OwnedModel decoded(Bytes file, const Options& options = {}) {
  Memory memory(scratch_bound(file, options));
  const auto view = decode(file, memory.scratch, options);
  RC_ASSERT(static_cast<bool>(view));
  return owned(*view);
}

testing::Sample sample(const testing::Size& size, bool compat) {
  testing::Drawn choices(size.tape);
  const auto model = std::make_shared<OwnedModel>(any_model(choices, size.most, compat));
  testing::Sample one{&codec(), any_file(*model, choices, compat), {}, nullptr, {}};
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [model](const Codec&, Bytes file, const Options& options, bool) {
    RC_ASSERT(decoded(file, options) == *model);
  };
  const auto borrowed = std::make_shared<Borrowed>(*model);
  one.writings = {{&codec(), encode_scratch(borrowed->view()), [=](Scratch&) { return encoded_size(borrowed->view()); },
                   [=](Scratch& own, std::span<std::byte> out) { return encode(borrowed->view(), own, out); },
                   [](const Codec&, Bytes file, const Options& options) { return written(decoded(file, options)); },
                   file_of(*model)}};
  return one;
}

// near gives a number that is near an edge, or near a small one.
std::uint64_t near(std::uint64_t size = 0) {
  const std::uint64_t base =
      *rc::gen::element<std::uint64_t>(0, 0, 0, 8, 32, 256, size, size / 13, size / 24, std::uint64_t{1} << 32,
                                       std::uint64_t{1} << 61, std::uint64_t{1} << 63);
  return base + *rc::gen::inRange<std::uint64_t>(0, 9) - (base == 0 ? 0 : 4);
}

// Whole words of a file: lengths, counts, types and places.
TEST_CASE("gguf: files with hostile words agree with the oracle") {
  CHECK(rc::check([] {
    const File valid = sample({300, 3}, *rc::gen::arbitrary<bool>()).file;
    for (int round = 0; round < 40; ++round) {
      File file = valid;
      for (int left = *rc::gen::inRange(1, 4); left > 0; --left) {
        const std::size_t width = *rc::gen::element<std::size_t>(4, 8);
        const auto at = *rc::gen::inRange<std::size_t>(0, file.size() - width + 1);
        const File word = Put{*rc::gen::arbitrary<bool>()}.number(near(file.size() - at), width).file;
        std::ranges::copy(word, file.begin() + static_cast<std::ptrdiff_t>(at));
      }
      check(file);
    }
  }));
}

TEST_CASE("gguf: any types, dimensions and offsets agree with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      const auto tensors = *rc::gen::inRange<std::uint64_t>(0, 5);
      const auto alignment = *rc::gen::element<std::uint64_t>(0, 1, 7, 8, 8, 8, 24, 32);
      Put to{*rc::gen::weightedElement<bool>({{3, false}, {1, true}})};
      to.bytes(as_bytes("GGUF")).number(3, 4).number(tensors, 8).number(1, 8);
      to.text("general.alignment").number(4, 4).number(alignment, 4);
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < tensors; ++i) {
        const auto rank = *rc::gen::element<std::uint64_t>(0, 1, 1, 1, 2, 5);
        to.text(std::to_string(*rc::gen::inRange<std::uint64_t>(0, 9))).number(rank, 4);
        for (std::uint64_t axis = 0; axis < rank; ++axis) to.number(near(), 8);
        to.number(*rc::gen::element<std::uint64_t>(24, 24, 24, 0, 2, 4, 28, 42, 43), 4);
        to.number(*rc::gen::element<std::uint64_t>(0, next, next, near()), 8);
        next += 8 * *rc::gen::inRange<std::uint64_t>(0, 3);
      }
      to.file.resize(to.file.size() + *rc::gen::inRange<std::size_t>(0, 80));
      check(to.file);
    }
  }));
}

TEST_CASE("gguf: an array inside 64 others is above the limit, and nothing after it is judged") {
  for (const std::uint64_t depth : {1, 2, 64, 65, 66, 10000}) {
    Put to;
    to.bytes(as_bytes("GGUF")).number(3, 4).number(0, 8).number(2, 8);
    to.text("general.architecture").number(8, 4).text("a").text("a").number(9, 4);
    for (std::uint64_t i = 1; i < depth; ++i) to.number(9, 4).number(1, 8);
    to.number(0, 4).number(1, 8).number(0, 1);
    check(to.file);
    const auto outcome = conformance::run_codec(codec(), to.file, {});
    CHECK(outcome.verdict == (depth <= 64 ? Verdict::valid : Verdict::limited));
  }
}

// A model of 7 billion parameters, without its data: 291 tensors, 32,000 tokens and more than a megabyte.
TEST_CASE("gguf: a large header that is cut, and its data, agree with the oracle") {
  OwnedModel model{3, false, {{"general.architecture", ValueType::string, Put{}.text("llama").file}}, {}};
  Put tokens;
  tokens.number(8, 4).number(32000, 8);
  for (int i = 0; i < 32000; ++i) tokens.text("\u2581token" + std::to_string(i));
  model.metadata.push_back({"tokenizer.ggml.tokens", ValueType::array, tokens.file});
  for (int i = 0; i < 291; ++i) {
    model.tensors.push_back({fmt::format("blk.{}.attn_norm.weight", i), DType::bf16, {1, 3}, File(6)});
  }
  const File file = file_of(model);
  CHECK(head_of(model).size() > 600000);
  const auto agrees = [&file](std::size_t size) {
    return testing::difference_from_oracle(codec(), Bytes(file).first(size), {}) == "";
  };
  for (std::size_t size = 0; size < file.size(); size += 9973) CHECK(agrees(size));
  const std::size_t step = testing::stride();
  for (std::size_t size = file.size() - 10000; size <= file.size(); size += 20 * step) CHECK(agrees(size));
}

// A file of tensors without elements.
File file_of_names(const Codec&, const std::vector<std::string>& names) {
  OwnedModel model{3, false, {{"general.architecture", ValueType::string, Put{}.text("a").file}}, {}};
  for (const std::string& name : names) model.tensors.push_back({name, DType::i8, {0}, {}});
  return file_of(model);
}

}  // namespace
}  // namespace hallmark::gguf

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "gguf",
                          .sample = gguf::sample,
                          .has_compat = true,
                          .writes_in_pieces = true,
                          .whole = {500, 5},
                          .cut = {200, 3},
                          .edge = {40, 1},
                          .small = Size{20, 1, 64},
                          .names = Names{"gguf/name-duplicate", gguf::file_of_names, [](const Codec&, std::size_t i) {
                                           return fmt::format("tensors[{}].name", i);
                                         }}};
  return own;
}
