// The generators of BinTensors, one for each layout.
#include <algorithm>

#include "codecs/bintensors/varint.hpp"
#include "conformance/bintensors/generate.hpp"
#include "conformance/generate/transformer.hpp"

namespace hallmark::bintensors {
namespace {

using conformance::Choices;
using conformance::Input;

constexpr std::size_t record_begins = 8;  // behind the size of the metadata
constexpr unsigned longest = 250;         // count that is one byte

template <Layout layout>
Input any(Choices& choices) {
  OwnedModel model = any_model(choices, 6);
  // As often as not in the order of the original writer, which brings no warning.
  if (choices.below(2) == 0) return {any_file(layout, sorted(std::move(model)), &choices), {}, {}};
  return {any_file(layout, model, &choices), {}, {}};
}

// A model, and the bytes of its tokeniser, which bring the file to its size.
template <Layout layout>
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  constexpr DType weights[] = {DType::f32, DType::f16, DType::bf16};
  const DType dtype = weights[noise.below(std::size(weights))];
  // The record grows more slowly than the data; what it takes is known once it is written.
  std::vector<conformance::PlannedTensor> plan;
  for (std::uint64_t record = 128;; record *= 2) {
    plan = transformer_of(noise, dtype, size > record ? size - record : 0);
    std::uint64_t names = 128;
    for (const auto& tensor : plan) names += 2 * tensor.name.size() + 40;
    if (plan.empty() || names <= record) break;
  }
  OwnedModel model;
  model.has_metadata = true;
  model.metadata = {{"architecture", "transformer"}, {"format", "pt"}};
  plan.push_back({"tokenizer.model", DType::u8, {0}, 0});
  for (const auto& tensor : plan) model.tensors.push_back({tensor.name, tensor.dtype, tensor.dims, {}});
  model = sorted(std::move(model));

  std::vector<std::uint64_t> sizes;
  std::size_t rest = 0;  // the tensor that has what is left
  for (const OwnedTensor& tensor : model.tensors) {
    const auto planned = std::ranges::find(plan, tensor.name, &conformance::PlannedTensor::name);
    if (planned->name == "tokenizer.model") rest = sizes.size();
    sizes.push_back(planned->size);
  }
  std::vector<std::byte> head;
  // Its size decides how wide its own numbers are: twice is enough but where they become wider by that very step.
  for (int round = 0; round < 3; ++round) {
    head = head_of(layout, model, sizes);
    std::uint64_t total = head.size();
    for (const std::uint64_t one : sizes) total += one;
    if (total == size) break;
    sizes[rest] = sizes[rest] + size > total ? sizes[rest] + size - total : 0;
    model.tensors[rest].dims = {sizes[rest]};
  }
  head = head_of(layout, model, sizes);
  out.write(head);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    write_elements(noise, model.tensors[i].dtype, sizes[i], out);
  }
  return {};
}

void append_text(std::vector<std::byte>& out, std::string_view text) {
  out.push_back(static_cast<std::byte>(text.size()));  // below 251
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
}

// Whole tables grow by a multiple of 8 bytes, so that the padding stays as it is.
void insert(std::vector<std::byte>& file, std::size_t at, const std::vector<std::byte>& more) {
  file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  const auto size = load_le<std::uint64_t>(file.data());
  store_le(file.data(), size + more.size());
}

// Pairs in front of the metadata.
void add_metadata(std::vector<std::byte>& file, Choices& choices) {
  if (file.size() <= record_begins + 1) return;
  const std::uint32_t pairs = 1 + choices.below(3);
  std::vector<std::byte> more;
  std::size_t at = record_begins + 1;
  if (file[record_begins] == std::byte{0}) {
    file[record_begins] = std::byte{1};
    more.push_back(static_cast<std::byte>(pairs));
  } else {
    const auto count = std::to_integer<unsigned>(file[at]);
    if (count + pairs > longest) return;
    file[at++] = static_cast<std::byte>(count + pairs);
  }
  for (std::uint32_t i = 0; i < pairs; ++i) {
    append_text(more, conformance::word_of(choices, 5 + choices.below(9)));
    std::size_t value = choices.below(24);
    if (i + 1 == pairs) value += (16 - (more.size() + 1 + value) % 8) % 8;
    append_text(more, conformance::word_of(choices, value));
  }
  insert(file, at, more);
}

// Empty tensors in front of the others; their index map, in layout v0, would have to be found behind what is broken.
void add_tensors(std::vector<std::byte>& file, Choices& choices) {
  if (file.size() <= record_begins) return;
  Findings unheard(Profile::strict);
  Reader in(Bytes(file).subspan(record_begins), unheard, rule<"bintensors/record-truncated">);
  if (in.u8("metadata.tag") == 1) {
    const std::uint64_t pairs = read_varint<false>(in, "metadata");
    if (pairs > 1000) return;
    for (std::uint64_t i = 0; i < 2 * pairs; ++i) static_cast<void>(in.bytes(read_varint<false>(in, "length"), "text"));
  }
  const std::size_t at = file.size() - static_cast<std::size_t>(in.remaining());
  if (at == file.size() || file[at] >= static_cast<std::byte>(longest)) return;
  file[at] = static_cast<std::byte>(std::to_integer<unsigned>(file[at]) + 1);
  // dtype, rank and shape, and both offsets are five bytes; the name and its length fill them up to a multiple of 8.
  std::vector<std::byte> more;
  append_text(more, conformance::word_of(choices, 8 * (1 + choices.below(3)) - 6));
  constexpr std::uint8_t fields[] = {14, 1, 0, 0, 0};
  for (const std::uint8_t field : fields) more.push_back(static_cast<std::byte>(field));
  more[more.size() - 5] = static_cast<std::byte>(choices.below(15));
  insert(file, at + 1, more);
}

// What is broken in the size of the metadata stands in front of another file, or ends it.
void exchange_front(Input& input, const Input& other) {
  if (input.bytes.size() < record_begins) {
    std::copy(other.bytes.begin(), other.bytes.begin() + static_cast<std::ptrdiff_t>(input.bytes.size()),
              input.bytes.begin());
    return;
  }
  std::vector<std::byte> bytes = other.bytes;
  std::copy(input.bytes.begin(), input.bytes.begin() + record_begins, bytes.begin());
  input.bytes = std::move(bytes);
}

template <Layout layout>
Input surrounded(const Input& broken, Choices& choices) {
  Input input = broken;
  switch (choices.below(4)) {
    case 0: exchange_front(input, any<layout>(choices)); break;
    case 1: add_metadata(input.bytes, choices); break;
    default:
      if (layout == Layout::v1) add_tensors(input.bytes, choices);
      if (layout == Layout::v0 || choices.below(2) == 0) add_metadata(input.bytes, choices);
  }
  return input;
}

}  // namespace
}  // namespace hallmark::bintensors

namespace hallmark::conformance::generator {

using hallmark::bintensors::Layout;

extern const Generator bintensors_v0;
const Generator bintensors_v0{"bintensors-v0", "bintensors#assembling-the-format",
                              hallmark::bintensors::any<Layout::v0>, hallmark::bintensors::sized<Layout::v0>,
                              hallmark::bintensors::surrounded<Layout::v0>};
extern const Generator bintensors_v1;
const Generator bintensors_v1{"bintensors-v1", "bintensors#assembling-the-format",
                              hallmark::bintensors::any<Layout::v1>, hallmark::bintensors::sized<Layout::v1>,
                              hallmark::bintensors::surrounded<Layout::v1>};

}  // namespace hallmark::conformance::generator
