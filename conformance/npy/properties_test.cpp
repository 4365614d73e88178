// SPDX-License-Identifier: Apache-2.0
// Properties of `npy` alone: what a view gives of the headers that were written.
#include "conformance/testing/properties.hpp"

#include <memory>

#include "conformance/npy/generate.hpp"
#include "conformance/testing/lasting.hpp"

namespace hallmark::npy {
namespace {

static_assert(testing::refuses_temporaries(HALLMARK_CALL(scratch_bound(std::forward<Input>(input)))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(decode(std::forward<Input>(input),
                                                                std::declval<Scratch&>()))));
static_assert(testing::refuses_temporaries(HALLMARK_CALL(validate(std::forward<Input>(input), std::declval<Scratch&>(),
                                                                  {}, std::declval<DiagnosticSink&>()))));

const Codec& codec() { return *codec_named("npy"); }

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

testing::Sample sample(const testing::Size& size, bool) {
  testing::Drawn choices(size.tape);
  const auto file = std::make_shared<OwnedFile>(any_file(choices, std::min(size.most, 6U)));
  testing::Sample one{&codec(), put_file(*file, choices), {}, nullptr, {}};
  one.holds_model = [file](const Codec&, Bytes bytes, const Options&, bool) {
    std::vector<std::byte> memory(static_cast<std::size_t>(scratch_bound(bytes)));
    Scratch scratch(memory);
    const auto decoded = decode(bytes, scratch);
    RC_ASSERT(static_cast<bool>(decoded));
    RC_ASSERT(std::ranges::equal(decoded->data, file->data));
    RC_ASSERT(std::vector<std::uint64_t>(decoded->shape.begin(), decoded->shape.end()) == file->shape);
    check_fields(decoded->type);
    // What is encoded is the same array, and encoded again the same file.
    std::vector<std::byte> out(static_cast<std::size_t>(encoded_size(*decoded)));
    std::vector<std::byte> work(static_cast<std::size_t>(encode_scratch(*decoded)));
    Scratch own(work);
    RC_ASSERT(static_cast<bool>(encode(*decoded, own, out)));
    std::vector<std::byte> second(static_cast<std::size_t>(scratch_bound(out)));
    Scratch again(second);
    const auto reread = decode(out, again);
    RC_ASSERT(static_cast<bool>(reread));
    RC_ASSERT(std::ranges::equal(reread->data, file->data));
    RC_ASSERT(reread->type.size == decoded->type.size);
    std::vector<std::byte> copy(out.size());
    std::vector<std::byte> third(static_cast<std::size_t>(encode_scratch(*reread)));
    Scratch last(third);
    RC_ASSERT(encoded_size(*reread) == out.size());
    RC_ASSERT(static_cast<bool>(encode(*reread, last, copy)));
    RC_ASSERT(copy == out);
  };
  return one;
}

}  // namespace
}  // namespace hallmark::npy

const hallmark::testing::Family& hallmark::testing::family() {
  static const Family own{.name = "npy",
                          .sample = npy::sample,
                          .whole = {200, 6},
                          .cut = {200, 6},
                          .edge = {200, 6},
                          .small = Size{200, 3},
                          .three_faults = 0};
  return own;
}
