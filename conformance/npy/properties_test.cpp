// SPDX-License-Identifier: Apache-2.0
// Properties of `npy` alone: what a view gives of the headers that were written.
#include "conformance/testing/properties.hpp"

#include "conformance/npy/generate.hpp"
#include "conformance/testing/lasting.hpp"

namespace hallmark::npy {
namespace {

HALLMARK_REFUSES_TEMPORARIES();

const Codec& codec() { return *codec_named("npy"); }

// Reading is a file with its bytes.
struct Reading {
  testing::File bytes;
  conformance::Opened<FileView> file{bytes, {}, scratch_bound, decode};
};

// The sizes of fields add up, in every structure.
void check_fields(const Type& type) {
  if (type.kind != TypeKind::structure) return;
  std::uint64_t sum = 0;
  Fields fields = type.fields;
  for (Field field; fields.next(field);) {
    RC_ASSERT(field.offset == sum);
    RC_ASSERT(field.size == count_of(field.shape).elements() * field.type.size);
    sum += field.size;
    check_fields(field.type);
  }
  RC_ASSERT(sum == type.size);
}

// Under compat the newline is missing, or the file has a further byte.
testing::Sample sample(const testing::Size& size, bool compat) {
  testing::Drawn choices(size.tape);
  const auto file = std::make_shared<OwnedFile>(any_file(choices, size.most));
  testing::Sample one{&codec(), put_file(*file, choices), {}, nullptr, {}};
  if (compat && choices.chance(2)) {
    one.file[static_cast<std::size_t>(header_size(one.file)) - 1] = std::byte{' '};
  } else if (compat) {
    one.file.push_back(std::byte{1});
  }
  if (compat) one.options.profile = Profile::compat;
  one.holds_model = [file](const Codec&, Bytes bytes, const Options& options, bool) {
    const conformance::Opened<FileView> read(bytes, options, scratch_bound, decode);
    RC_ASSERT((read && std::ranges::equal(read->data, file->data) && conformance::dims_of(read->shape) == file->shape));
    check_fields(read->type);
  };
  if (compat) return one;
  const std::shared_ptr<const Reading> read(new Reading{one.file});
  RC_ASSERT(static_cast<bool>(read->file));
  one.writings = {testing::writing(codec(), *read->file, read, scratch_bound, decode)};
  return one;
}

testing::File frame(Bytes noise) {
  const std::string text(as_text(noise));
  return with_header(static_cast<std::uint8_t>(1 + noise.size() % 3), noise.size() % 2 == 0 ? text : "{" + text, {});
}

testing::File with_rank(const Codec&, std::size_t rank) {
  return with_header(1, header_of("'|u1'", conformance::Dims(rank, 1)), testing::File(1));
}

testing::File file_of_names(const Codec&, const std::vector<std::string>& names) {
  std::string fields;
  for (const std::string& name : names) fields += "('" + name + "', '|u1'), ";
  return with_header(2, header_of("[" + fields + "]", {0}));
}

std::vector<testing::stopping::Input> stops() {
  using namespace testing::stopping;
  // The data after these headers are locked.
  const auto file = [](const std::string& descr, const std::string& after = "") {
    return std::string(as_text(with_header(1, header_of(descr, {locked}) + after)));
  };
  return {
      {"npy", "an error of the dtype", file("'<b1'"), {"npy/descr-mark"}},
      {"npy", "an error of the padding", file("'|b1'", "\t "), {"npy/padding-space"}},
      {"npy", "an error, then another", file("'<b1'", "\t "), {"npy/descr-mark", "npy/padding-space"}},
      {"npy", "a warning, then an error", file("'<b1'", "x"), {"npy/descr-mark", "npy/padding"}, compat()},
  };
}

}  // namespace
}  // namespace hallmark::npy

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{
      .name = "npy",
      .sample = npy::sample,
      .has_compat = true,
      .writes_in_pieces = true,
      .whole = {200, 4},
      .cut = {100, 4},
      .edge = {40, 1, 120},
      .small = Size{30, 1, 40},
      .frame = npy::frame,
      .most_rank = 255,
      .with_rank = {npy::with_rank},
      .names = Names{"npy/field-duplicate", npy::file_of_names,
                     [](const Codec&, std::size_t i) { return "descr[" + std::to_string(i) + "].name"; }},
      .stops = npy::stops};
  return own;
}
