// SPDX-License-Identifier: Apache-2.0
// Properties of `gguf` alone: shapes and places near each other, arrays inside each other, cuts of a large header.
#include "conformance/testing/properties.hpp"

#include "conformance/gguf/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::gguf {
namespace {

HALLMARK_REFUSES_TEMPORARIES();

void check(Bytes input) { testing::check(codec(), input); }

testing::Sample sample(const testing::Size& size, bool compat) {
  testing::Drawn choices(size.tape);
  const auto model = std::make_shared<Model>(any_model(choices, size.most, compat));
  const FileView view = model->view();
  testing::Sample one{&codec(), any_file(view, choices, compat), {}, nullptr, {}};
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [model, view](const Codec&, Bytes file, const Options& options, bool) {
    const conformance::Opened<FileView> read(file, options, scratch_bound, decode);
    RC_ASSERT((read && flat(*read) == flat(view)));
  };
  one.writings = {testing::writing(codec(), view, model, scratch_bound, decode, file_of(view))};
  return one;
}

TEST_CASE("gguf: any types, dimensions and offsets agree with the oracle") {
  CHECK(rc::check([] {
    for (int round = 0; round < 20; ++round) {
      const auto tensors = *rc::gen::inRange<std::uint64_t>(0, 5);
      const auto alignment = *rc::gen::element<std::uint64_t>(0, 1, 7, 8, 8, 8, 24, 32);
      File file(1000);
      Fields to(*rc::gen::weightedElement<bool>({{3, false}, {1, true}}), file);
      to.head(3, tensors, 1);
      to.pair("general.alignment", {ValueType::u32, alignment, {}, {}});
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < tensors; ++i) {
        const auto rank = *rc::gen::element<std::uint64_t>(0, 1, 1, 1, 2, 5);
        to.string(std::to_string(*rc::gen::inRange<std::uint64_t>(0, 9)));
        to.number(rank, 4);
        for (std::uint64_t axis = 0; axis < rank; ++axis) to.number(testing::number_near_edge());
        to.number(*rc::gen::element<std::uint64_t>(24, 24, 24, 0, 2, 4, 28, 42, 43), 4);
        to.number(*rc::gen::element<std::uint64_t>(0, next, next, testing::number_near_edge()));
        next += 8 * *rc::gen::inRange<std::uint64_t>(0, 3);
      }
      file.resize(to.size() + *rc::gen::inRange<std::size_t>(0, 80));
      check(file);
    }
  }));
}

TEST_CASE("gguf: an array inside 64 others is above the limit, and nothing after it is judged") {
  for (const std::uint64_t depth : {1, 2, 64, 65, 66, 10000}) {
    const auto put = [depth](Fields& to) {
      to.head(3, 0, 2);
      to.pair("general.architecture", {ValueType::string, 0, "a", {}});
      to.string("a");
      to.type(ValueType::array);
      for (std::uint64_t i = 1; i < depth; ++i) {
        to.type(ValueType::array);
        to.number(1);
      }
      to.value({ValueType::array, 0, {}, {ValueType::u8, 1, File(1)}});
    };
    const File file = conformance::bytes_with<Fields>(put, false);
    check(file);
    const auto outcome = conformance::run_codec(codec(), file, {});
    CHECK(outcome.verdict == (depth <= 64 ? Verdict::valid : Verdict::limited));
  }
}

// A model of 7 billion parameters, without its data: 291 tensors, 32,000 tokens and more than a megabyte.
TEST_CASE("gguf: a large header that is cut, and its data, agree with the oracle") {
  Model model = named("llama");
  const auto put = [](Fields& to) {
    for (int i = 0; i < 32000; ++i) to.string("\u2581token" + std::to_string(i));
  };
  const File tokens = conformance::bytes_with<Fields>(put, false);
  model.metadata.push_back({"tokenizer.ggml.tokens", {ValueType::array, 0, {}, {ValueType::string, 32000, tokens}}});
  const File data(6);
  for (int i = 0; i < 291; ++i) {
    const std::string_view name = model.text(fmt::format("blk.{}.attn_norm.weight", i));
    model.tensors.push_back({name, DType::bf16, true, model.shape({1, 3}), data});
  }
  const File file = file_of(model.view());
  CHECK(file.size() > 610000);
  for (std::size_t cut = 0; cut <= file.size(); cut += cut < 10000 ? 20 * testing::stride() : 9973)
    CHECK(testing::difference_from_oracle(codec(), Bytes(file).first(file.size() - cut), {}) == "");
}

// A file of tensors without elements.
File file_of_names(const Codec&, const std::vector<std::string>& names) {
  Model model = named("a");
  for (const std::string& name : names) model.tensors.push_back({name, DType::i8, true, model.shape({0}), {}});
  return file_of(model.view());
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  // The pairs after these are locked.
  const auto file = [](const std::vector<std::string>& keys) {
    const auto put = [&](Fields& to) {
      to.head(3, 0, 100000);
      for (const std::string& key : keys) to.pair(key, {});
      to.string("a");
    };
    return std::string(as_text(conformance::bytes_with<Fields>(put, false)));
  };
  return {
      {"gguf", "an error", file({"a\x01"}), {"gguf/key-characters"}},
      {"gguf", "an error, then a warning", file({"\x01", "A"}), {"gguf/key-characters", "gguf/key-segments"}, compat()},
      {"gguf", "a warning, then an error", file({"A", "\x01"}), {"gguf/key-segments", "gguf/key-characters"}, compat()},
  };
}

}  // namespace
}  // namespace hallmark::gguf

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{
      .name = "gguf",
      .sample = gguf::sample,
      .has_compat = true,
      .writes_in_pieces = true,
      .whole = {500, 5},
      .cut = {200, 3},
      .edge = {40, 1},
      .small = Size{20, 1, 64},
      .words = Size{300, 3},
      .names = Names{"gguf/name-duplicate", gguf::file_of_names,
                     [](const Codec&, std::size_t i) { return fmt::format("tensors[{}].name", i); }},
      .stops = gguf::stops};
  return own;
}
