#include <algorithm>

#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {
namespace {

Recognition recognise(Bytes input) noexcept {
  const Bytes magic = std::as_bytes(std::span("OINF", 5));
  const bool found = input.size() >= magic.size() && std::equal(magic.begin(), magic.end(), input.begin());
  return found ? Recognition::magic : Recognition::none;
}

struct FieldSize {
  const char* name;
  std::uint64_t size;
};

constexpr FieldSize header_fields[] = {
    {"magic", 5},       {"version", 4},   {"flags", 4},           {"n_sizevars", 4},      {"n_metadata", 4},
    {"n_tensors", 4},   {"reserved", 4},  {"offset_sizevars", 8}, {"offset_metadata", 8}, {"offset_tensors", 8},
    {"offset_data", 8}, {"file_size", 8}, {"padding", 3},
};
constexpr FieldSize sizevar_layout[] = {{"value", 8}};
constexpr FieldSize metadata_layout[] = {
    {"value_type", 4}, {"value_flags", 4}, {"value_nbytes", 8}, {"value_offset", 8}};
constexpr FieldSize tensor_head[] = {{"dtype", 4}, {"ndim", 4}, {"flags", 4}};
constexpr FieldSize tensor_tail[] = {{"data_nbytes", 8}, {"data_offset", 8}};

// Drawing walks the file as its fields lie in it, one range after the other, up to an end: that of the file, or its
// first error. The first field that reaches beyond the end is not drawn, and nothing behind it.
class Drawing {
 public:
  Drawing(Bytes input, std::uint64_t end, Position& position, LayoutSink& sink) noexcept
      : input_(input), end_(end), position_(position), sink_(sink) {}

  void range(const char* field, std::uint64_t size) noexcept {
    if (size > end_ - at_) end_ = at_;
    if (size == 0 || at_ == end_) return;
    sink_.range(at_, size, field, position_);
    at_ += size;
  }
  void fields(std::span<const FieldSize> list) noexcept {
    for (const FieldSize& field : list) range(field.name, field.size);
  }
  void name(const char* field) noexcept {
    const std::uint64_t size = number_at(at_);
    range("length", 4);
    range(field, size);
    range("padding", string_size(size) - 4 - size);
  }
  // What lies between entries or blobs and `to` belongs to none of them.
  void between(std::uint64_t to) noexcept {
    position_.whole_file();
    if (to > at_) range(to - at_ < 8 ? "padding" : "gap", to - at_);
  }
  // rest draws what is left before the end.
  void rest(const char* field) noexcept {
    position_.whole_file();
    range(field, end_ - at_);
  }

  void tables(const Header& header) noexcept {
    between(header.offset_sizevars);
    table("sizevars", header.counts.sizevars, [this] {
      name("name");
      fields(sizevar_layout);
    });
    between(header.offset_metadata);
    table("metadata", header.counts.metadata, [this] {
      name("key");
      fields(metadata_layout);
    });
    between(header.offset_tensors);
    table("tensors", header.counts.tensors, [this] {
      name("name");
      const std::uint64_t rank = number_at(at_ + 4);
      fields(tensor_head);
      range("dims", rank * 8);
      fields(tensor_tail);
    });
    between(header.offset_data);
  }

  // Blobs that overlap, which only the compat profile lets pass, are drawn as far as they are new.
  void blobs(Walk& walk) noexcept {
    for (const Blob& blob : walk.blobs()) {
      between(blob.begin);
      if (blob.end <= at_) continue;
      const char* field = walk.at_owner(blob);
      range(field, blob.end - at_);
    }
    between(end_);
  }

 private:
  template <class Entry>
  void table(const char* name, std::uint64_t count, const Entry& entry) noexcept {
    position_.at(name);
    for (std::uint64_t i = 0; i < count && at_ < end_; ++i) {
      position_.entry(i);
      entry();
    }
  }
  // A u32, 0 where it reaches beyond the end.
  [[nodiscard]] std::uint64_t number_at(std::uint64_t at) const noexcept {
    constexpr std::uint64_t size = sizeof(std::uint32_t);
    return at <= end_ && size <= end_ - at ? load_le<std::uint32_t>(input_.data() + at) : 0;
  }

  Bytes input_;
  std::uint64_t end_;
  Position& position_;
  LayoutSink& sink_;
  std::uint64_t at_ = 0;
};

void layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Position position;
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, scratch, options, findings, position);
  walk.run();
  const bool valid = findings.verdict() == Verdict::valid;
  position.whole_file();
  Drawing drawing(input, valid ? input.size() : findings.decisive().offset, position, sink);
  drawing.fields(header_fields);
  drawing.tables(walk.header());
  if (valid) return drawing.blobs(walk);
  drawing.rest("data");
}

void show(const Metadata& entry, ContentSink& sink) noexcept {
  if (entry.type == ValueType::string) return sink.text(entry.key, string_of(entry));
  if (entry.type == ValueType::ndarray) return sink.array(ndarray_of(entry));
  if (entry.type == ValueType::bitset) {
    const Bitset bitset = bitset_of(entry);
    return sink.bits({entry.key, bitset.bits, bitset.data});
  }
  sink.scalar({entry.key, dtype_of(entry.type), Shape(), entry.blob, true});
}

// What an invalid file has before its error. Values and data are not shown: where they lie is not known to be right.
void show_before(std::uint64_t error, Bytes input, const ModelView& model, ContentSink& sink) noexcept {
  const auto before = [&](std::string_view name) { return as_bytes(name).data() < input.data() + error; };
  for (const Sizevar& entry : model.sizevars) {
    if (before(entry.name)) sink.number(entry.name, entry.value);
  }
  Position position;
  position.at("tensors");
  for (std::size_t i = 0; i < model.tensors.size(); ++i) {
    const TensorView& tensor = model.tensors[i];
    position.entry(i);
    if (before(tensor.name)) sink.tensor({tensor.name, tensor.dtype, tensor.shape, {}, false}, position);
  }
}

bool contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Position position;
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, scratch, options, findings, position);
  walk.run();
  const ModelView& model = walk.model();
  if (findings.verdict() != Verdict::valid) {
    show_before(findings.decisive().offset, input, model, sink);
    return false;
  }
  for (const Sizevar& entry : model.sizevars) sink.number(entry.name, entry.value);
  for (const Metadata& entry : model.metadata) show(entry, sink);
  position.at("tensors");
  for (std::size_t i = 0; i < model.tensors.size(); ++i) {
    position.entry(i);
    sink.tensor(model.tensors[i], position);
  }
  return true;
}

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::codec {

extern const Codec oinf;
constexpr Codec oinf{manifest::oinf,
                     {
                         .rules = hallmark::oinf::rules,
                         .recognise = hallmark::oinf::recognise,
                         .scratch_bound = hallmark::oinf::scratch_bound,
                         .decode = violation_of<hallmark::oinf::decode>,
                         .validate = hallmark::oinf::validate,
                         .layout = hallmark::oinf::layout,
                         .contents = hallmark::oinf::contents,
                     }};

}  // namespace hallmark::codec
