// SPDX-License-Identifier: Apache-2.0
// Properties of `oinf` alone: counts and sizes near the edges of numbers, the end of a file.
#include "conformance/testing/properties.hpp"

#include <algorithm>

#include "codecs/oinf/writer.hpp"
#include "conformance/generate/edit.hpp"
#include "conformance/model/arena.hpp"
#include "conformance/oinf/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "hallmark/oinf.hpp"
#include "hallmark/oinf/rules.hpp"

namespace hallmark::oinf {
namespace {

using testing::File;

HALLMARK_REFUSES_TEMPORARIES();

const Codec& codec() { return *codec_named("oinf"); }

void check(Bytes input) { testing::check(codec(), input); }

testing::Sample sample(const testing::Size& size, bool) {
  testing::Drawn choices(size.tape);
  const auto model = std::make_shared<Model>(any_model(choices, size.most));
  shuffle(*model, choices);
  const ModelView view = model->view();
  testing::Sample one{&codec(), any_file(view, choices), {}, nullptr, {}, std::vector<std::uint64_t>()};
  one.holds_model = [model, view](const Codec&, Bytes file, const Options& options, bool encoded) {
    const Tables ordered = sorted(view);
    const conformance::Opened<ModelView> read(file, options, scratch_bound, decode);
    RC_ASSERT((read && same(*read, encoded ? ordered.view() : view)));
  };
  one.writings = {testing::writing(codec(), view, model, scratch_bound, decode, file_of(sorted(view).view()))};
  return one;
}

File drawn(int tape, std::uint32_t most) { return sample({tape, most}, false).file; }

// with_fields gives a valid file with fields set to numbers, by their paths.
File with_fields(const File& valid, const std::vector<std::pair<std::string, std::uint64_t>>& fields) {
  std::vector<conformance::Edit> edits;
  for (const auto& [path, number] : fields) edits.emplace_back(fmt::format("{}={}", path, number));
  return conformance::edited(codec(), {valid, {}, {}}, edits).bytes;
}

// One NDARRAY value of u8 and one u8 tensor.
TEST_CASE("oinf: sizes and places that add up to about 2^64 agree with the oracle") {
  Model model;
  const TensorView array{{}, DType::u8, true, model.arena.shape({8}), model.arena.bytes(File(8))};
  model.metadata = {{"k", ValueType::ndarray, model.arena.put([&](Writer& to) { put_ndarray(to, array); })}};
  model.tensors = {{"t", DType::u8, true, model.arena.shape({1}), array.data.first(1)}};
  const File valid = file_of(model.view());
  const std::uint64_t blob = header_of(model.view()).offset_data;
  CHECK(rc::check([&] {
    const auto near = [](std::uint64_t base) { return base + static_cast<std::uint64_t>(*rc::gen::inRange(-40, 41)); };
    const std::uint64_t size = near(std::uint64_t{0} - *rc::gen::element<std::uint64_t>(0, blob, valid.size()));
    const std::uint64_t aligned = size & ~std::uint64_t{7};
    File file = valid;
    switch (*rc::gen::inRange(0, 4)) {
      case 0: file = with_fields(valid, {{"metadata[0].value_nbytes", aligned}}); break;
      case 1: file = with_fields(valid, {{"metadata[0].value_offset", aligned}}); break;
      case 2:
        file = with_fields(valid, {{"metadata[0].value_nbytes", *rc::gen::element<std::uint64_t>(8, 16, 24, 32)}});
        store_le(file.data() + blob + 8, size);  // its dimension
        break;
      default:
        const std::uint64_t offset = *rc::gen::arbitrary<bool>() ? near(blob) & ~std::uint64_t{7} : blob + 24;
        file = with_fields(
            valid, {{"tensors[0].dims", size}, {"tensors[0].data_nbytes", size}, {"tensors[0].data_offset", offset}});
    }
    check(file);
  }));
}

TEST_CASE("oinf: files that end before or after a multiple of 8 agree with the oracle") {
  CHECK(rc::check([] {
    File file = drawn(300, 4);
    const auto change = *rc::gen::inRange(-8, 17);
    const std::uint64_t size = std::max(file.size() + static_cast<std::uint64_t>(change), header_size);
    if (*rc::gen::weightedElement<bool>({{3, true}, {1, false}})) file = with_fields(file, {{"file_size", size}});
    file.resize(size);
    check(file);
  }));
}

TEST_CASE("oinf: files whose counts are near what they can pay for agree with the oracle") {
  CHECK(rc::check([] {
    const File valid = drawn(300, 6);
    const auto left = static_cast<std::uint32_t>(valid.size() - header_size);
    std::vector<std::pair<std::string, std::uint64_t>> counts;
    for (const char* count : {"n_sizevars", "n_metadata", "n_tensors"}) {
      const std::uint32_t near = *rc::gen::element<std::uint32_t>(0, left / smallest_sizevar, left / smallest_metadata,
                                                                  left / smallest_tensor, UINT32_MAX - 3, 1U << 28);
      counts.emplace_back(count, near + *rc::gen::inRange<std::uint32_t>(0, 4));
      const File file = with_fields(valid, counts);
      check(file);
      RC_ASSERT(10 * scratch_bound(file) <= 32 * left + 640);  // 3.2 bytes for each that can be of a table
    }
  }));
}

TEST_CASE("oinf: a type of a later draft is told the types of its place") {
  Model model;
  const TensorView array{{}, DType::u8, true, model.arena.shape({8}), model.arena.bytes(File(8))};
  model.metadata = {{"k", ValueType::ndarray, model.arena.put([&](Writer& to) { put_ndarray(to, array); })}};
  model.tensors = {{"t", DType::u8, true, model.arena.shape({1}), array.data.first(1)}};
  const File valid = file_of(model.view());
  File element = valid;
  store_le(element.data() + header_of(model.view()).offset_data, std::uint32_t{16});
  const auto types = [](const File& file) {
    testing::Memory memory(scratch_bound(file));
    const Violation why = decode(file, memory.scratch).violation();
    CHECK(why.rule == &rule<"oinf/type-later">);
    return why.expected.magnitude;
  };
  CHECK(types(with_fields(valid, {{"metadata[0].value_type", 16}})) == 15);
  CHECK(types(with_fields(valid, {{"tensors[0].dtype", 16}})) == 12);
  CHECK(types(element) == 12);
}

File with_rank(const Codec&, std::size_t rank) {
  Model model;
  model.tensors = {
      {"t", DType::u8, true, model.arena.shape(std::vector<std::uint64_t>(rank, 1)), model.arena.bytes(File(1))}};
  return file_of(model.view());
}

// A file of sizevars alone, for tables that models of a few entries cannot show.
File file_of_names(const Codec&, const std::vector<std::string>& names) {
  Tables tables;
  for (const std::string& name : names) tables.sizevars.push_back({name, 1});
  return file_of(tables.view());
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  conformance::Arena arena;
  const auto entry = [&](std::string_view name, char padding = '\0') {
    std::string text(as_text(arena.put([&](Writer& to) { oinf::put_sizevar(to, {name, 1}); })));
    text[7] = padding;
    return text;
  };
  const auto file = [&](const std::string& entries) {
    const std::uint64_t size = oinf::header_size + entries.size() + entry("a").size() + locked;
    const std::uint64_t end = size / 8 * 8;
    return std::string(as_text(arena.put([&](Writer& to) {
      oinf::put_header(to, {.n_sizevars = 100000,
                            .offset_sizevars = oinf::header_size,
                            .offset_metadata = end,
                            .offset_tensors = end,
                            .offset_data = end,
                            .file_size = size});
      oinf::put_padding(to);
      to.text(entries + entry("a"));
    })));
  };
  const std::string wrong = entry("!");
  const std::string padded = entry("a", '\1');
  constexpr const char* error = "oinf/name-characters";
  constexpr const char* warning = "oinf/string-padding";
  return {
      {"oinf", "an error", file(wrong), {error}},
      {"oinf", "an error, then a warning", file(wrong + padded), {error, warning}, compat()},
      {"oinf", "a warning, then an error", file(padded + wrong), {warning, error}, compat()},
  };
}

}  // namespace
}  // namespace hallmark::oinf

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{
      .name = "oinf",
      .sample = oinf::sample,
      .whole = {600, 6},
      .cut = {300, 4},
      .edge = {120, 2},
      .small = Size{20, 1},
      .words = Size{400, 4},
      .most_rank = 255,
      .with_rank = {oinf::with_rank},
      .names = Names{"oinf/duplicate-sizevar", oinf::file_of_names,
                     [](const Codec&, std::size_t i) { return fmt::format("sizevars[{}].name", i); }},
      .stops = oinf::stops};
  return own;
}
