// SPDX-License-Identifier: Apache-2.0
// Properties of `safetensors` alone: wrong words in headers, offsets and dimensions near each other and near the ends
// of numbers, headers apart from their data, bits of a small header, cuts of a large one.
#include "conformance/testing/properties.hpp"

#include <memory>

#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::safetensors {
namespace {

using testing::File;
using testing::Memory;

static_assert(testing::refuses_temporaries(HALLMARK_CALL(scratch_bound(std::forward<Input>(input)))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(decode(std::forward<Input>(input),
                                                                std::declval<Scratch&>()))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(validate(std::forward<Input>(input), std::declval<Scratch&>(),
                                                                  {}, std::declval<DiagnosticSink&>()))));

void check(Bytes input) { testing::check(codec(), input); }

// by_name puts tables into an order that files do not have.
OwnedModel by_name(OwnedModel model) {
  std::ranges::sort(model.metadata);
  std::ranges::sort(model.tensors, {}, &OwnedTensor::name);
  return model;
}

OwnedModel decoded(Bytes file, const Options& options = {}) {
  Memory memory(scratch_bound(file, options));
  const auto view = decode(file, memory.scratch, options);
  RC_ASSERT(static_cast<bool>(view));
  return owned(*view);
}

// reads_alike fails the property where a file is read in another way with a copy of its header, of which the file has
// other bytes then; where a table is out of order; and where an accepted file is encoded as another one.
void reads_alike(const Codec&, Bytes input, const Options& options) {
  Memory memory(scratch_bound(input, options));
  const auto whole = decode(input, memory.scratch, options);
  const std::uint64_t size = header_size(input);
  const bool is_there = size != 0 && size <= input.size();
  const Bytes start = is_there ? input.first(static_cast<std::size_t>(size)) : input;
  const File header(start.begin(), start.end());
  File file(input.begin(), input.end());
  if (is_there) std::fill_n(file.begin(), header.size(), std::byte{0xee});
  Memory memory_apart(scratch_bound(header, options));
  const auto apart = decode(file, header, memory_apart.scratch, options);
  const Violation one = whole.violation();
  const Violation other = apart.violation();
  RC_ASSERT(one.rule == other.rule && one.offset == other.offset && one.length == other.length);
  if (!whole) return;
  const OwnedModel model = owned(*whole);
  RC_ASSERT(owned(*apart) == model);
  const std::byte* next = input.data() + size;
  for (const TensorView& tensor : whole->tensors) {
    RC_ASSERT((tensor.data.data() == next || (options.profile == Profile::compat && tensor.data.data() > next)));
    next = tensor.data.data() + tensor.data.size();
  }
  RC_ASSERT(by_name(decoded(written(model))) == by_name(model));
}

testing::Sample sample(const testing::Size& size, bool compat) {
  const testing::Tape tape = *testing::any_tape(size.tape);
  conformance::Choices choices(tape);
  const auto model = std::make_shared<OwnedModel>(shuffled(any_model(choices, size.most), choices));
  const testing::Tape more = *testing::any_tape(200);
  conformance::Choices liberties(more);
  testing::Sample one{&codec(), any_file(*model, liberties, {compat}), {}, nullptr, {}, std::vector<std::uint64_t>()};
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [model](const Codec&, Bytes file, const Options& options, bool encoded) {
    const OwnedModel read = decoded(file, options);
    RC_ASSERT((encoded ? read == sorted(*model) : by_name(read) == by_name(*model)));
  };
  const auto borrowed = std::make_shared<Borrowed>(*model);
  one.writings = {{&codec(), encode_scratch(borrowed->view()),
                   [=](Scratch& own) { return encoded_size(borrowed->view(), own); },
                   [=](Scratch& own, std::span<std::byte> out) { return encode(borrowed->view(), own, out); },
                   [](const Codec&, Bytes file, const Options& options) { return written(decoded(file, options)); },
                   file_of(sorted(*model))}};
  return one;
}

TEST_CASE("safetensors: headers with wrong words agree with the oracle") {
  CHECK(rc::check([] {
    const testing::Tape tape = *testing::any_tape(120);
    conformance::Choices choices(tape);
    const OwnedModel model = any_model(choices, 3);
    for (int round = 0; round < 20; ++round) {
      const testing::Tape more = *testing::any_tape(100);
      const testing::Tape wrong = *testing::any_tape(100);
      conformance::Choices liberties(more);
      conformance::Choices others(wrong);
      check(any_file(model, liberties, {liberties.chance(4), &others}));
    }
  }));
}

// number gives one that is near an edge, or near a small one.
std::uint64_t number() {
  const std::uint64_t base = *rc::gen::weightedElement<std::uint64_t>(
      {{12, 0}, {4, 8}, {1, std::uint64_t{1} << 32}, {1, std::uint64_t{1} << 61}, {1, std::uint64_t{1} << 63}});
  return base + *rc::gen::inRange<std::uint64_t>(0, 7) - (base == 0 ? 0 : 3);
}

TEST_CASE("safetensors: any dtypes, dimensions and offsets agree with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      std::string header = "{";
      for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
        const auto dims =
            *rc::gen::container<std::vector<std::uint64_t>>(*rc::gen::inRange(0, 3), rc::gen::exec(number));
        const std::uint64_t begin = number();
        header +=
            fmt::format(R"("{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}},)", i,
                        *rc::gen::weightedElement<std::string_view>(
                            {{8, "U8"}, {2, "BOOL"}, {2, "F4"}, {1, "F6_E2M3"}, {2, "I16"}, {1, "U64"}, {1, "X"}}),
                        fmt::join(dims, ","), begin, *rc::gen::element(begin, begin + 1, begin + 2, number()));
      }
      header.back() = header.size() == 1 ? '{' : '}';
      if (header.size() == 1) header += '}';
      const auto data = *rc::gen::container<std::vector<std::uint8_t>>(*rc::gen::inRange(0, 12),
                                                                       rc::gen::inRange<std::uint8_t>(0, 3));
      check(with_header(header, std::as_bytes(std::span(data))));
    }
  }));
}

TEST_CASE("safetensors: a header that was read apart is enough, and one that is too short is not used") {
  CHECK(rc::check([] {
    const File file = sample({200, 4}, false).file;
    const std::uint64_t size = header_size(file);
    for (const std::uint64_t given : {std::uint64_t{0}, std::uint64_t{7}, size - 1, size, std::uint64_t{file.size()}}) {
      // At the end of a block of its own, so that a sanitizer detects a read behind it.
      const File start(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(given));
      Memory memory(scratch_bound(file));
      const auto view = decode(file, start, memory.scratch);
      RC_ASSERT(static_cast<bool>(view));
      RC_ASSERT(owned(*view) == decoded(file));
    }
    // A file that ends inside its header is no better for a copy of all of it.
    for (const std::uint64_t left : {std::uint64_t{0}, std::uint64_t{7}, size - 1}) {
      const File cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(left));
      Memory memory(scratch_bound(file));
      const auto view = decode(cut, file, memory.scratch);
      RC_ASSERT(!view);
      const bool short_n = left < 8;
      RC_ASSERT(view.violation().rule->id ==
                (short_n ? "safetensors/length-truncated" : "safetensors/header-truncated"));
    }
  }));
  File field(8);
  store_le(field.data(), default_max_header);
  CHECK(header_size(field) == default_max_header + 8);
  store_le(field.data(), default_max_header + 1);
  CHECK(header_size(field) == 0);
}

TEST_CASE("safetensors: every bit of a small header may flip, and the codec says what the oracle says") {
  const OwnedModel model{true, {{"a", "b"}}, {{"w", DType::i16, {2}, File(4)}, {"x.0", DType::boolean, {}, File(1)}}};
  const File file = file_of(model);
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    File flipped = file;
    flipped[bit / 8] ^= std::byte{1} << bit % 8;
    if (const std::string found = testing::difference_from_oracle(codec(), flipped, {}); !found.empty()) FAIL(found);
  }
}

// A model of 7 billion parameters, without its data: 291 tensors and 30 kB.
TEST_CASE("safetensors: a large header that is cut anywhere, or data, agree with the oracle") {
  OwnedModel model{true, {{"format", "pt"}}, {}};
  for (int i = 0; i < 291; ++i) {
    model.tensors.push_back(
        {fmt::format("model.layers.{}.post_attention_layernorm.weight", i), DType::bf16, {1, 3}, File(6)});
  }
  const File file = file_of(model);
  CHECK(header_size(file) > 30000);
  const std::size_t step = testing::stride();
  for (std::size_t size = 0; size <= file.size(); size += step) {
    const Bytes cut = Bytes(file).first(size);
    if (const std::string found = testing::difference_from_oracle(codec(), cut, {}); !found.empty()) FAIL(found);
  }
}

// Enough names that some share one 32-bit hash; of those that repeat one, the first in the file is reported.
TEST_CASE("safetensors: of 300,000 names in any order the first that repeats another is reported, and no other") {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < 300000; ++i) names.push_back(fmt::format("n{}", i * 2654435761U));
  const auto judged = [&names] {
    std::string header;
    for (const std::string& name : names) {
      header +=
          fmt::format(R"({}"{}":{{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", header.empty() ? '{' : ',', name);
    }
    return conformance::run_codec(codec(), with_header(header + "}     "), {});
  };
  CHECK(judged().verdict == Verdict::valid);
  names[299999] = names[0];
  names[77777] = names[77776];
  const conformance::Outcome outcome = judged();
  REQUIRE(outcome.findings.size() == 1);
  CHECK(outcome.findings[0].rule->id == "safetensors/duplicate-key");
  CHECK(outcome.findings[0].path == names[77776]);
}

// behind_its_size gives noise after an N that counts it, or after one that is too small.
File behind_its_size(Bytes noise) {
  const std::string text(as_text(noise));
  return noise.size() % 2 == 0 ? with_header(text) : with_header("{" + text);
}

File with_rank(const Codec&, std::size_t rank) {
  return file_of({false, {}, {{"t", DType::u8, conformance::Dims(rank, 1), File(1)}}});
}

}  // namespace
}  // namespace hallmark::safetensors

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "safetensors",
                          .sample = safetensors::sample,
                          .has_compat = true,
                          .reads_as_the_oracle = safetensors::reads_alike,
                          .writes_in_pieces = true,
                          .whole = {600, 6},
                          .cut = {200, 3},
                          .edge = {40, 1},
                          .small = Size{20, 1, 24},
                          .frame = safetensors::behind_its_size,
                          .most_rank = 255,
                          .with_rank = {safetensors::with_rank}};
  return own;
}
