#include "hallmark/core/codec.hpp"

#include <algorithm>
#include <iterator>

#include "bintensors/skipper.hpp"
#include "bintensors/walk.hpp"
#include "core/families.hpp"

namespace hallmark::bintensors {
namespace {

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

// Fields reads the fields of a record up to an end: that of the record, or the first error of a file that is not valid.
// What is before the error was read by the walk that found it. The first field that reaches beyond the end is not read,
// and nothing behind it.
class Fields {
 public:
  Fields(Bytes input, std::uint64_t at, std::uint64_t end) noexcept
      : input_(input.data()), next_(input.data() + at), end_(input.data() + end) {}

  [[nodiscard]] std::uint64_t at() const noexcept { return static_cast<std::uint64_t>(next_ - input_); }
  [[nodiscard]] std::uint64_t end() const noexcept { return static_cast<std::uint64_t>(end_ - input_); }
  [[nodiscard]] bool more() const noexcept { return next_ != end_; }
  bool bytes(std::uint64_t size) noexcept {
    if (size > static_cast<std::uint64_t>(end_ - next_)) return stop();
    next_ += size;
    return true;
  }
  bool number(std::uint64_t& value) noexcept { return load_varint(next_, end_, value) || stop(); }
  bool text(std::string_view& text) noexcept {
    std::uint64_t size = 0;
    if (!number(size) || !bytes(size)) return false;
    text = as_text({next_ - size, static_cast<std::size_t>(size)});
    return true;
  }
  [[nodiscard]] bool is_zero() const noexcept { return *next_ == std::byte{0}; }

 private:
  bool stop() noexcept {
    end_ = next_;
    return false;
  }

  const std::byte* input_;
  const std::byte* next_;
  const std::byte* end_;
};

// Drawing walks a file as its fields lie in it, up to an end.
class Drawing {
 public:
  Drawing(Bytes input, std::uint64_t end, LayoutSink& sink) noexcept
      : fields_(input, 0, end), position_(input), sink_(sink) {}

  void range(const char* field, std::uint64_t size) noexcept {
    const std::uint64_t at = fields_.at();
    if (size != 0 && fields_.bytes(size)) sink_.range(at, size, field, position_);
  }
  std::uint64_t number(const char* field) noexcept {
    const std::uint64_t at = fields_.at();
    std::uint64_t value = 0;
    if (fields_.number(value)) sink_.range(at, fields_.at() - at, field, position_);
    return value;
  }
  void string(const char* length, const char* text) noexcept { range(text, number(length)); }
  void entry(const char* table, std::uint64_t index) noexcept {
    position_.at(table);
    position_.entry(index);
  }
  void metadata() noexcept {
    const bool some = fields_.more() && !fields_.is_zero();
    range("metadata", 1);
    const std::uint64_t count = some ? number("metadata") : 0;
    for (std::uint64_t i = 0; i < count && fields_.more(); ++i) {
      entry("metadata", i);
      string("key.length", "key");
      string("value.length", "value");
    }
    position_.whole_file();
  }
  void tensors(bool named) noexcept {
    const std::uint64_t count = number("tensors");
    for (std::uint64_t i = 0; i < count && fields_.more(); ++i) {
      entry("tensors", i);
      if (named) string("name.length", "name");
      number("dtype");
      const std::uint64_t rank = number("shape.length");
      position_.shape(fields_.at());
      for (std::uint64_t axis = 0; axis < rank && fields_.more(); ++axis) number("shape[]");
      number("data_offsets[0]");
      number("data_offsets[1]");
    }
    position_.whole_file();
  }
  void index_map() noexcept {
    const std::uint64_t count = number("index_map");
    for (std::uint64_t i = 0; i < count && fields_.more(); ++i) {
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
  // up_to draws what is left before `to`, and before the end.
  void up_to(const char* field, std::uint64_t to) noexcept {
    position_.whole_file();
    to = std::min(to, fields_.end());
    if (to > fields_.at()) range(field, to - fields_.at());
  }

 private:
  Fields fields_;
  Position position_;
  LayoutSink& sink_;
};

// The bytes in front of the data: the size field and what it says. Only of a file whose size field was read.
std::uint64_t before_data(Bytes input) noexcept {
  const auto size = load_le<std::uint64_t>(input.data());
  return std::min<std::uint64_t>(size, input.size() - sofm_size) + sofm_size;
}

template <Layout layout>
void draw(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  const std::uint64_t end = file ? input.size() : file.violation().offset;
  Drawing drawing(input, end, sink);
  drawing.range("sofm", sofm_size);
  if (end <= sofm_size) return;
  drawing.metadata();
  drawing.tensors(layout == Layout::v1);
  if (layout == Layout::v0) drawing.index_map();
  drawing.up_to("padding", before_data(input));
  if (file) drawing.data(*file);
  drawing.up_to("data", end);
}

// Shapes are shown as rows of u64, which the file does not have: one row for all of them. A dimension takes a byte at
// least. Only where options allow long rows is the file read to know how long they are.
template <Layout layout>
std::uint64_t contents_bound(Bytes input, Scratch& scratch, const Options& options) noexcept {
  const std::uint64_t bound = scratch_bound(layout, input, options);
  const std::uint32_t max_rank = options.limits.max_rank.value_or(default_max_rank);
  if (max_rank <= default_max_rank) {
    return bound + std::min<std::uint64_t>(max_rank, input.size()) * sizeof(std::uint64_t);
  }
  const auto file = decode(layout, input, scratch, options);
  return bound + (file ? shape_room(*file) : 0);
}

// show_before shows the entries before an error. Of tensors it shows no data: where they lie is not known to be right,
// and in v0 no name, which comes behind all of them.
template <Layout layout>
void show_before(std::uint64_t error, Bytes input, ContentSink& sink) noexcept {
  if (error <= sofm_size) return;
  Fields in(input, sofm_size, error);
  std::uint64_t pairs = 0;
  const bool some = !in.is_zero();
  if (!in.bytes(1) || (some && !in.number(pairs))) return;
  for (std::string_view key, value; pairs != 0 && in.text(key) && in.text(value); --pairs) sink.text(key, value);
  std::byte row[default_max_rank * sizeof(std::uint64_t)];
  Position position(input);
  position.at("tensors");
  std::uint64_t count = 0;
  if (!in.number(count)) return;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view name;
    std::uint64_t dtype = 0;
    std::uint64_t rank = 0;
    if ((layout == Layout::v1 && !in.text(name)) || !in.number(dtype) || !in.number(rank)) return;
    if (element_size(dtype) == 0 || rank > default_max_rank) return;
    std::uint64_t number = 0;
    for (std::uint64_t axis = 0; axis < rank; ++axis) {
      if (!in.number(number)) return;
      store_le(row + axis * sizeof number, number);
    }
    if (!in.number(number) || !in.number(number)) return;
    position.entry(i);
    sink.tensor({name, dtype_of(dtype), Shape(Bytes(row, rank * sizeof number)), {}, false}, position);
  }
}

// read_again reads a tensor of a valid file, its dimensions into `row`. False where the file has changed since: data
// must be as large as their shape says.
bool read_again(const FileView& file, std::size_t index, std::span<std::byte> row, TensorView& tensor) noexcept {
  Rereader again(description(file.input, file.names, file.infos, index));
  const std::uint64_t dtype = again.number();
  const std::uint64_t rank = again.count();
  if (element_size(dtype) == 0 || rank > row.size() / sizeof rank) return false;
  ElementCount count;
  for (std::uint64_t axis = 0; axis < rank; ++axis) {
    const std::uint64_t size = again.number();
    store_le(row.data() + axis * sizeof size, size);
    count.dimension(size);
  }
  const std::uint64_t begin = again.number();
  const std::uint64_t end = again.number();
  std::uint64_t size = 0;
  if (!count.bytes(element_size(dtype), size) || begin > end || end > file.data.size() || end - begin != size)
    return false;
  const Name& name = file.names[file.infos.empty() ? index : file.name_of[index]];
  tensor = {as_text(file.input.subspan(name.at, name.size)), dtype_of(dtype),
            Shape(row.first(static_cast<std::size_t>(rank) * sizeof rank)),
            file.data.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size)), true};
  return true;
}

template <Layout layout>
bool show(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  if (!file) {
    show_before<layout>(file.violation().offset, input, sink);
    return false;
  }
  for (Pairs pairs = file->metadata; pairs.left() != 0;) {
    const Pair pair = pairs.next();
    sink.text(pair.key, pair.value);
  }
  const std::uint64_t room = shape_room(*file);
  const std::span<std::byte> row = scratch.room<std::byte>(room);
  if (row.size() != room) return false;
  Position position(input);
  position.at("tensors");
  TensorView tensor;
  for (std::size_t i = 0; i < file->names.size(); ++i) {
    position.entry(i);
    if (!read_again(*file, i, row, tensor)) return false;
    sink.tensor(tensor, position);
  }
  return true;
}

// operations_of returns what is done for one layout.
template <Layout layout>
constexpr Operations operations_of(std::span<const Rule* const> rules) noexcept {
  return {
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

using hallmark::bintensors::Layout;
using hallmark::bintensors::operations_of;

extern const Codec bintensors_v0;
constexpr Codec bintensors_v0{manifest::bintensors_v0, operations_of<Layout::v0>(hallmark::bintensors::rules_v0)};

extern const Codec bintensors_v1;
constexpr Codec bintensors_v1{manifest::bintensors_v1, operations_of<Layout::v1>(hallmark::bintensors::rules_v1)};

}  // namespace hallmark::codec
