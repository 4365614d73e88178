// SPDX-License-Identifier: Apache-2.0
// Properties of `safetensors` alone: wrong words in headers, offsets and dimensions near each other and near the ends
// of numbers, bits of a small header, cuts of a large one.
#include "conformance/testing/properties.hpp"

#include "conformance/safetensors/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::safetensors {
namespace {

using testing::File;
using testing::Memory;

HALLMARK_REFUSES_TEMPORARIES();

testing::Reading read(const Codec&, Bytes file, const File* header, const Options& options) {
  const std::uint64_t apart = header == nullptr ? 0 : scratch_bound(*header, options);
  Memory memory(std::max(apart, scratch_bound(file, options)));
  const auto view =
      header == nullptr ? decode(file, memory.scratch, options) : decode(file, *header, memory.scratch, options);
  return {view.violation(), view ? owned(*view) : OwnedModel()};
}

OwnedModel decoded(Bytes file, const Options& options = {}) {
  const testing::Reading found = read(codec(), file, nullptr, options);
  RC_ASSERT(found.error.rule == nullptr);
  return found.model;
}

// reads_alike fails the property where a table is out of order, and where an accepted file is encoded as another one.
void reads_alike(const Codec&, Bytes input, const Options& options) {
  Memory memory(scratch_bound(input, options));
  const auto file = decode(input, memory.scratch, options);
  if (!file) return;
  const std::byte* next = input.data() + header_size(input);
  for (const TensorView& tensor : file->tensors) {
    RC_ASSERT((tensor.data.data() == next || (options.profile == Profile::compat && tensor.data.data() > next)));
    next = tensor.data.data() + tensor.data.size();
  }
  const OwnedModel model = owned(*file);
  RC_ASSERT(decoded(written(model)) == sorted(model));
}

testing::Sample sample(const testing::Size& size, bool compat) {
  testing::Drawn choices(size.tape);
  const auto model = std::make_shared<OwnedModel>(shuffled(any_model(choices, size.most), choices));
  testing::Drawn liberties(200);
  testing::Sample one{&codec(), any_file(*model, liberties, {compat}), {}, nullptr, {}, std::vector<std::uint64_t>()};
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [model](const Codec&, Bytes file, const Options& options, bool encoded) {
    const OwnedModel read = decoded(file, options);
    RC_ASSERT((encoded ? read : sorted(read)) == sorted(*model));
  };
  const auto borrowed = std::make_shared<Borrowed>(*model);
  one.writings = {
      testing::writing(codec(), borrowed->view(), borrowed, scratch_bound, decode, file_of(sorted(*model)))};
  return one;
}

TEST_CASE("safetensors: headers with wrong words agree with the oracle") {
  CHECK(rc::check([] {
    testing::Drawn choices(120);
    const OwnedModel model = any_model(choices, 3);
    for (int round = 0; round < 20; ++round) {
      testing::Drawn liberties(100);
      testing::Drawn others(100);
      testing::check(codec(), any_file(model, liberties, {liberties.chance(4), &others}));
    }
  }));
}

TEST_CASE("safetensors: any dtypes, dimensions and offsets agree with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      std::vector<std::string> members;
      for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
        const auto dims = *rc::gen::container<std::vector<std::uint64_t>>(*rc::gen::inRange(0, 3),
                                                                          rc::gen::exec(testing::number_near_edge));
        const std::uint64_t begin = testing::number_near_edge();
        members.push_back(fmt::format(
            R"("{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", i,
            *rc::gen::weightedElement<std::string_view>(
                {{8, "U8"}, {2, "BOOL"}, {2, "F4"}, {1, "F6_E2M3"}, {2, "I16"}, {1, "U64"}, {1, "X"}}),
            fmt::join(dims, ","), begin, *rc::gen::element(begin, begin + 1, begin + 2, testing::number_near_edge())));
      }
      const auto data = *rc::gen::container<std::vector<std::uint8_t>>(*rc::gen::inRange(0, 12),
                                                                       rc::gen::inRange<std::uint8_t>(0, 3));
      testing::check(codec(),
                     with_header(fmt::format("{{{}}}", fmt::join(members, ",")), std::as_bytes(std::span(data))));
    }
  }));
}

void agrees(Bytes file) {
  if (const std::string found = testing::difference_from_oracle(codec(), file, {}); !found.empty()) FAIL(found);
}

TEST_CASE("safetensors: every bit of a small header may flip, and the codec says what the oracle says") {
  const OwnedModel model{true, {{"a", "b"}}, {{"w", DType::i16, {2}, File(4)}, {"x.0", DType::boolean, {}, File(1)}}};
  const File file = file_of(model);
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    File flipped = file;
    flipped[bit / 8] ^= std::byte{1} << bit % 8;
    agrees(flipped);
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
  for (std::size_t size = 0; size <= file.size(); size += testing::stride()) agrees(Bytes(file).first(size));
}

// behind_its_size gives noise after an N that counts it, or after one that is too small.
File behind_its_size(Bytes noise) {
  const std::string text(as_text(noise));
  return noise.size() % 2 == 0 ? with_header(text) : with_header("{" + text);
}

File with_rank(const Codec&, std::size_t rank) {
  return file_of({false, {}, {{"t", DType::u8, conformance::Dims(rank, 1), File(1)}}});
}

// A file of tensors without elements, for tables that models of a few entries cannot show.
File file_of_names(const Codec&, const std::vector<std::string>& names) {
  std::string header = "{";
  for (const std::string& name : names) {
    header += fmt::format(R"("{}":{{"dtype":"U8","shape":[0],"data_offsets":[0,0]}},)", name);
  }
  header.back() = '}';
  return with_header(header);
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  // The data of the second tensor are locked.
  const auto file = [](const std::string& before, const std::string& member) {
    static_assert(locked == 8388608);
    const std::string header = before + R"({"a":{"dtype":"BOOL","shape":[64],"data_offsets":[0,64])" + member +
                               R"(},"b":{"dtype":"BOOL","shape":[8388608],"data_offsets":[64,8388672]}})";
    return le(std::uint64_t{header.size()}) + header + std::string(64, '\1');
  };
  return {
      {"safetensors", "an error", file(" ", ""), {"safetensors/leading-space"}},
      {"safetensors", "an error of the schema", file("", R"(,"c":0)"), {"safetensors/unknown-member"}},
  };
}

}  // namespace
}  // namespace hallmark::safetensors

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{
      .name = "safetensors",
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
      .with_rank = {safetensors::with_rank},
      .names = Names{"safetensors/duplicate-key", safetensors::file_of_names, nullptr, true},
      .header_apart = HeaderApart{safetensors::header_size, safetensors::default_max_header,
                                  "safetensors/length-truncated", "safetensors/header-truncated", safetensors::read},
      .stops = safetensors::stops};
  return own;
}
