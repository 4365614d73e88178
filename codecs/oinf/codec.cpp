#include <algorithm>

#include "core/codec_table.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {
namespace {

constexpr std::string_view extensions[] = {".oinf"};

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

// Drawing walks the file as its fields lie in it, one range after the other.
class Drawing {
 public:
  Drawing(const Walk& walk, Position& position, LayoutSink& sink) noexcept
      : walk_(walk), position_(position), sink_(sink) {}

  void range(const char* field, std::uint64_t size) noexcept {
    if (size != 0) sink_.range(at_, size, field, position_);
    at_ += size;
  }
  void fields(std::span<const FieldSize> list) noexcept {
    for (const FieldSize& field : list) range(field.name, field.size);
  }
  void name(const char* field, std::string_view name) noexcept {
    range("length", 4);
    range(field, name.size());
    range("padding", string_size(name.size()) - 4 - name.size());
  }
  // What lies between entries or blobs and `to` belongs to none of them.
  void between(std::uint64_t to) noexcept {
    position_.whole_file();
    if (to > at_) range(to - at_ < 8 ? "padding" : "gap", to - at_);
  }
  void entry(const char* table, std::uint64_t index) noexcept {
    position_.at(table);
    position_.entry(index);
  }

  void tables() noexcept {
    const ModelView& model = walk_.model();
    const Header& header = walk_.header();
    between(header.offset_sizevars);
    for (std::size_t i = 0; i < model.sizevars.size(); ++i) {
      entry("sizevars", i);
      name("name", model.sizevars[i].name);
      fields(sizevar_layout);
    }
    between(header.offset_metadata);
    for (std::size_t i = 0; i < model.metadata.size(); ++i) {
      entry("metadata", i);
      name("key", model.metadata[i].key);
      fields(metadata_layout);
    }
    between(header.offset_tensors);
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
      entry("tensors", i);
      name("name", model.tensors[i].name);
      fields(tensor_head);
      range("dims", model.tensors[i].shape.rank() * 8);
      fields(tensor_tail);
    }
    between(header.offset_data);
  }

  // Blobs that overlap, which only the compat profile lets pass, are drawn as far as they are new.
  void blobs(Walk& walk, std::uint64_t end) noexcept {
    for (const Blob& blob : walk.blobs()) {
      between(blob.begin);
      if (blob.end <= at_) continue;
      const char* field = walk.at_owner(blob);
      range(field, blob.end - at_);
    }
    between(end);
  }

 private:
  const Walk& walk_;
  Position& position_;
  LayoutSink& sink_;
  std::uint64_t at_ = 0;
};

void layout(Bytes input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Position position;
  Findings findings(options.profile, nullptr, &position);
  Walk walk(input, scratch, options, findings, position);
  walk.run();
  if (findings.verdict() != Verdict::valid) return;
  position.whole_file();
  Drawing drawing(walk, position, sink);
  drawing.fields(header_fields);
  drawing.tables();
  drawing.blobs(walk, input.size());
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

void contents(Bytes input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto model = decode(input, scratch, options);
  if (!model) return;
  for (const Sizevar& entry : model->sizevars) sink.number(entry.name, entry.value);
  for (const Metadata& entry : model->metadata) show(entry, sink);
  Position position;
  position.at("tensors");
  for (std::size_t i = 0; i < model->tensors.size(); ++i) {
    position.entry(i);
    sink.tensor(model->tensors[i], position);
  }
}

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::codec {

extern const Codec oinf;
constexpr Codec oinf{
    .id = "oinf",
    .family = "oinf",
    .title = "an OINF model file, version 1",
    .extensions = hallmark::oinf::extensions,
    .rules = hallmark::oinf::rules,
    .recognise = hallmark::oinf::recognise,
    .scratch_bound = hallmark::oinf::scratch_bound,
    .decode = violation_of<hallmark::oinf::decode>,
    .validate = hallmark::oinf::validate,
    .layout = hallmark::oinf::layout,
    .contents = hallmark::oinf::contents,
};

}  // namespace hallmark::codec
