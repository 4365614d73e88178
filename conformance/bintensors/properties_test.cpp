// SPDX-License-Identifier: Apache-2.0
// Properties of BinTensors alone, in both layouts: scratch, names.
#include "conformance/testing/properties.hpp"

#include <memory>

#include "codecs/bintensors/walk.hpp"
#include "conformance/bintensors/generate.hpp"
#include "conformance/testing/lasting.hpp"
#include "hallmark/core/name_index.hpp"

namespace hallmark::bintensors {
namespace {

using testing::File;
using testing::Memory;

HALLMARK_REFUSES_TEMPORARIES(Layout::v1);
static_assert(testing::refuses_temporaries(HALLMARK_CALL(decode(Layout::v1, Bytes(), std::forward<Input>(input),
                                                                std::declval<Scratch&>()))));

constexpr Layout layouts[] = {Layout::v0, Layout::v1};

Layout layout_of(const Codec& of) { return &of == &codec(Layout::v0) ? Layout::v0 : Layout::v1; }

struct LaidOut {
  Layout layout;
  OwnedModel model;
  File file;  // of that model, in any order
};

LaidOut laid_out(int longest, std::uint32_t most, bool compat = false) {
  const auto layout = *rc::gen::element(Layout::v0, Layout::v1);
  testing::Drawn choices(longest);
  LaidOut out{layout, shuffled(any_model(choices, most), choices), {}};
  testing::Drawn liberties(200);
  out.file = any_file(layout, out.model, &liberties, compat);
  return out;
}

testing::Reading read(const Codec& of, Bytes file, const File* header, const Options& options) {
  const Layout layout = layout_of(of);
  const std::uint64_t apart = header == nullptr ? 0 : scratch_bound(layout, *header, options);
  Memory memory(std::max(apart, scratch_bound(layout, file, options)));
  const auto view = header == nullptr ? decode(layout, file, memory.scratch, options)
                                      : decode(layout, file, *header, memory.scratch, options);
  if (!view) return {view.violation(), {}};
  const bool copied = header != nullptr && header_size(*header) != 0 && header_size(*header) <= header->size();
  const Bytes start = copied ? Bytes(*header) : file;
  RC_ASSERT(view->input.data() == start.data());
  RC_ASSERT(view->data.data() == file.data() + header_size(start));
  return {{}, owned(*view)};
}

OwnedModel decoded(Layout layout, Bytes file, const Options& options = {}) {
  const testing::Reading found = read(codec(layout), file, nullptr, options);
  RC_ASSERT(found.error.rule == nullptr);
  return found.model;
}

std::uint64_t exact_size(Layout layout, const Model& model, Scratch own) {
  const std::uint64_t size = encoded_size(layout, model, own);
  RC_ASSERT(size <= encoded_size_bound(layout, model));
  return size;
}

testing::Writing writing(Layout layout, const std::shared_ptr<Borrowed>& borrowed) {
  return {&codec(layout), encode_scratch(layout, borrowed->view()),
          [=](Scratch& own) { return exact_size(layout, borrowed->view(), own); },
          [=](Scratch& own, std::span<std::byte> out) { return encode(layout, borrowed->view(), own, out); },
          [=](const Codec& from, Bytes file, const Options& options) {
            return written(layout, decoded(layout_of(from), file, options));
          }};
}

// reads_alike fails the property where the header asks for more scratch than its bytes pay for, and where an accepted
// file is encoded as another one.
void reads_alike(const Codec& of, Bytes input, const Options& options) {
  const Layout layout = layout_of(of);
  const Counts counts = counts_of(layout, input);
  const std::uint64_t most = counts.tensors * (layout == Layout::v0 ? 48 : 32) + counts.pairs * 24;
  RC_ASSERT(scratch_bound(layout, input, options) <= most + (counts.pairs < 2 ? 0 : 15));

  Memory memory(scratch_bound(layout, input, options));
  const auto whole = decode(layout, input, memory.scratch, options);
  if (!whole) return;
  Memory twice(std::max(scratch_bound(Layout::v0, input, options), scratch_bound(Layout::v1, input, options)));
  const auto found = bintensors::layout_of(input, twice.scratch, options);
  RC_ASSERT(found.has_value());
  if (options.profile == Profile::strict)
    RC_ASSERT(found == layout || (found == Layout::v1 && decode(Layout::v1, input, twice.scratch)));
  Memory memory_of_names(name_index_scratch(whole->size()));
  const NameIndex index(whole->size(), [&](std::uint64_t i) { return whole->name(i); }, memory_of_names.scratch);
  for (std::uint64_t i = 0; i < whole->size(); ++i) RC_ASSERT(index.find(whole->tensor(i).name) == i);
  const OwnedModel model = owned(*whole);
  if (options.profile == Profile::strict) RC_ASSERT(decoded(layout, written(layout, model)) == sorted(model));
}

// A model is written in both layouts, so that either becomes the other.
testing::Sample sample(const testing::Size& size, bool compat) {
  LaidOut out = laid_out(size.tape, size.most, compat);
  const auto model = std::make_shared<OwnedModel>(std::move(out.model));
  testing::Sample one{&codec(out.layout), std::move(out.file), {}, nullptr, {}, std::vector<std::uint64_t>()};
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [model](const Codec& codec, Bytes file, const Options& options, bool encoded) {
    RC_ASSERT(decoded(layout_of(codec), file, options) == (encoded ? sorted(*model) : *model));
  };
  const auto borrowed = std::make_shared<Borrowed>(*model);
  for (const Layout layout : layouts) {
    one.writings.push_back(writing(layout, borrowed));
    one.writings.back().expected = any_file(layout, sorted(*model));
  }
  return one;
}

void check(Layout layout, Bytes input) { testing::check(codec(layout), input); }

// behind_its_size gives noise after a SofM that fits it.
File behind_its_size(Bytes noise) {
  File file(8);
  store_le(file.data(), std::uint64_t{noise.size()});
  file.insert(file.end(), noise.begin(), noise.end());
  return file;
}

TEST_CASE("bintensors: the largest counts a record can pay for get their scratch, those beyond none") {
  for (const Layout layout : layouts) {
    const std::uint64_t smallest = layout == Layout::v0 ? 4 : 5;
    File file(8 + 1 + 1 + 40 * smallest);
    store_le(file.data(), std::uint64_t{file.size() - 8});
    file[9] = std::byte{40};
    CHECK(scratch_bound(layout, file) > 0U);
    CHECK(scratch_bound(layout, file) <= 40U * (layout == Layout::v0 ? 48 : 32));
    file[9] = std::byte{41};
    CHECK(scratch_bound(layout, file) == 0U);
    check(layout, file);
  }
}

File with_rank(const Codec& codec, std::size_t rank) {
  return any_file(layout_of(codec), {false, {}, {{"t", DType::u8, std::vector<std::uint64_t>(rank, 1), File(1)}}});
}

// A file of tensors without elements, for tables that models of a few entries cannot show.
File file_of_names(const Codec& codec, const std::vector<std::string>& names) {
  OwnedModel model;
  for (const std::string& name : names) model.tensors.push_back({name, DType::u8, {0}, {}});
  return any_file(layout_of(codec), model);
}

std::string path_of_name(const Codec& codec, std::size_t i) {
  return fmt::format("{}[{}].name", layout_of(codec) == Layout::v0 ? "index_map" : "tensors", i);
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  // An option that is none, the number of tensors, then tensors: name, dtype, rank, offsets.
  const std::string head = le(std::uint64_t{locked}) + std::string("\0\xfc", 2) + le(std::uint32_t{100000});
  const std::string no_utf8("\x01\xff\x00\x00\x00\x01", 6);
  const std::string no_name("\x00\x00\x00\x00\x01", 5);
  const std::string rest(word, '\0');
  return {
      {"bintensors-v1", "an error", head + no_utf8 + rest, {"bintensors/utf8"}},
      {"bintensors-v1",
       "an error, then a note",
       head + no_utf8 + no_name + rest,
       {"bintensors/utf8", "bintensors/empty-name"}},
      {"bintensors-v1",
       "a note, then an error",
       head + no_name + no_utf8 + rest,
       {"bintensors/empty-name", "bintensors/utf8"}},
  };
}

}  // namespace
}  // namespace hallmark::bintensors

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{
      .name = "bintensors",
      .sample = bintensors::sample,
      .has_compat = true,
      .reads_as_the_oracle = bintensors::reads_alike,
      .writes_in_pieces = true,
      .whole = {600, 6},
      .cut = {300, 6},
      .edge = {120, 3},
      .small = Size{30, 2},
      .frame = bintensors::behind_its_size,
      .most_rank = 255,
      .with_rank = {bintensors::with_rank},
      .names = Names{"bintensors/duplicate-name", bintensors::file_of_names, bintensors::path_of_name},
      .header_apart = HeaderApart{bintensors::header_size, bintensors::default_max_metadata,
                                  "bintensors/sofm-truncated", "bintensors/sofm-range", bintensors::read},
      .stops = bintensors::stops};
  return own;
}
