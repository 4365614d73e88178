#include "hallmark/core/codec.hpp"

#include <iterator>

#include "bintensors/skipper.hpp"
#include "bintensors/walk.hpp"

namespace hallmark::bintensors {
namespace {

constexpr std::string_view extensions[] = {".bt", ".bintensors"};

// Neither layout has a mark: a file shows its layout when all of it reads as one.
template <Layout layout>
Recognition recognise(Bytes input) noexcept {
  return outline_of(layout, input).ends ? Recognition::structure : Recognition::none;
}

// In table order, the first rule of each phase. See README.md.
unsigned phase_of(const Rule& broken) noexcept {
  constexpr const Rule* first_of_phase[] = {&rule<"bintensors/sofm-truncated">, &rule<"bintensors/record-truncated">,
                                            &rule<"bintensors/padding-size">,   &rule<"bintensors/element-count">,
                                            &rule<"bintensors/data-truncated">, &rule<"bintensors/duplicate-name">,
                                            &rule<"bintensors/boolean">};
  unsigned phase = 0;
  for (const Rule* one : rules_v0) {
    if (phase < std::size(first_of_phase) && one == first_of_phase[phase]) ++phase;
    if (one == &broken) return phase;
  }
  return 0;
}

// Drawing walks a valid file as its fields lie in it.
class Drawing {
 public:
  Drawing(Bytes input, LayoutSink& sink) noexcept : input_(input), position_(input), sink_(sink) {}

  void range(const char* field, std::uint64_t size) noexcept {
    if (size != 0) sink_.range(at_, size, field, position_);
    at_ += size;
  }
  std::uint64_t number(const char* field) noexcept {
    const std::byte* next = input_.data() + at_;
    const std::uint64_t value = load_varint(next);
    range(field, static_cast<std::uint64_t>(next - input_.data()) - at_);
    return value;
  }
  void string(const char* length, const char* text) noexcept { range(text, number(length)); }
  void entry(const char* table, std::uint64_t index) noexcept {
    position_.at(table);
    position_.entry(index);
  }
  void metadata() noexcept {
    const bool some = input_[static_cast<std::size_t>(at_)] != std::byte{0};
    range("metadata", 1);
    const std::uint64_t count = some ? number("metadata") : 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      entry("metadata", i);
      string("key.length", "key");
      string("value.length", "value");
    }
    position_.whole_file();
  }
  std::uint64_t tensors(bool named) noexcept {
    const std::uint64_t count = number("tensors");
    for (std::uint64_t i = 0; i < count; ++i) {
      entry("tensors", i);
      if (named) string("name.length", "name");
      number("dtype");
      const std::uint64_t rank = number("shape.length");
      position_.shape(at_);
      for (std::uint64_t axis = 0; axis < rank; ++axis) number("shape[]");
      number("data_offsets[0]");
      number("data_offsets[1]");
    }
    position_.whole_file();
    return count;
  }
  void index_map() noexcept {
    const std::uint64_t count = number("index_map");
    for (std::uint64_t i = 0; i < count; ++i) {
      entry("index_map", i);
      string("name.length", "name");
      number("index");
    }
    position_.whole_file();
  }
  void data(const FileView& file) noexcept {
    for (std::uint64_t i = 0; i < file.size(); ++i) {
      entry("tensors", i);
      range("data", file.tensor(i).data.size());
    }
  }
  void up_to(const char* field, std::uint64_t end) noexcept {
    position_.whole_file();
    range(field, end - at_);
  }

 private:
  Bytes input_;
  Position position_;
  LayoutSink& sink_;
  std::uint64_t at_ = 0;
};

template <Layout layout>
void draw(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  if (!file) return;
  Drawing drawing(input, sink);
  drawing.range("sofm", sofm_size);
  drawing.metadata();
  drawing.tensors(layout == Layout::v1);
  if (layout == Layout::v0) drawing.index_map();
  drawing.up_to("padding", input.size() - file->data.size());
  drawing.data(*file);
}

// Shapes are shown as rows of u64, which the file does not have: one row for all of them.
template <Layout layout>
std::uint64_t contents_bound(Bytes input, Scratch& scratch, const Options& options) noexcept {
  const auto file = decode(layout, input, scratch, options);
  return scratch_bound(layout, input, options) + (file ? shape_room(*file) : 0);
}

template <Layout layout>
void show(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  if (!file) return;
  for (Pairs pairs = file->metadata; pairs.left() != 0;) {
    const Pair pair = pairs.next();
    sink.text(pair.key, pair.value);
  }
  const std::uint64_t room = shape_room(*file);
  const std::span<std::byte> row = scratch.room<std::byte>(room);
  if (row.size() != room) return;
  Position position(input);
  position.at("tensors");
  for (std::uint64_t i = 0; i < file->size(); ++i) {
    position.entry(i);
    const Tensor tensor = file->tensor(i);
    sink.tensor({tensor.name, tensor.dtype, shape_of(tensor, row), tensor.data, true}, position);
  }
}

// codec_of fills the table of one layout.
template <Layout layout>
constexpr Codec codec_of(std::string_view id, std::string_view title, std::span<const Rule* const> rules) noexcept {
  return {
      .id = id,
      .family = "bintensors",
      .title = title,
      .extensions = extensions,
      .rules = rules,
      .recognise = recognise<layout>,
      .scratch_bound = [](Bytes input,
                          const Options& options) noexcept { return scratch_bound(layout, input, options); },
      .decode = [](Bytes input, Scratch& scratch,
                   const Options& options) noexcept { return decode(layout, input, scratch, options).violation(); },
      .validate = [](Bytes input, Scratch& scratch, const Options& options,
                     DiagnosticSink& sink) noexcept { return validate(layout, input, scratch, options, sink); },
      .layout = draw<layout>,
      .contents = show<layout>,
      .phase = phase_of,
      .contents_bound = contents_bound<layout>,
  };
}

}  // namespace
}  // namespace hallmark::bintensors

namespace hallmark::codec {

extern const Codec bintensors_v0;
constexpr Codec bintensors_v0 = hallmark::bintensors::codec_of<hallmark::bintensors::Layout::v0>(
    "bintensors-v0", "a BinTensors file in the layout of the document, with an index map",
    hallmark::bintensors::rules_v0);

extern const Codec bintensors_v1;
constexpr Codec bintensors_v1 = hallmark::bintensors::codec_of<hallmark::bintensors::Layout::v1>(
    "bintensors-v1", "a BinTensors file in the layout of every release since 0.1.0", hallmark::bintensors::rules_v1);

}  // namespace hallmark::codec
