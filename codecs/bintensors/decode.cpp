#include <algorithm>

#include "bintensors/skipper.hpp"
#include "bintensors/walk.hpp"
#include "core/unique_names.hpp"

namespace hallmark::bintensors {
namespace {

constexpr DType dtypes[] = {DType::boolean, DType::u8,  DType::i8,  DType::f8_e5m2, DType::f8_e4m3,
                            DType::i16,     DType::u16, DType::f16, DType::bf16,    DType::i32,
                            DType::u32,     DType::f32, DType::f64, DType::i64,     DType::u64};

static_assert([] {
  for (std::size_t i = 0; i < std::size(dtypes); ++i) {
    if (size_of(dtypes[i]) != element_size(i)) return false;
  }
  return std::size(dtypes) == std::size(element_sizes);
}());

}  // namespace

DType dtype_of(std::uint64_t discriminant) noexcept {
  return discriminant < std::size(dtypes) ? dtypes[discriminant] : DType::bytes;
}

std::uint64_t discriminant_of(DType dtype) noexcept {
  return static_cast<std::uint64_t>(std::find(std::begin(dtypes), std::end(dtypes), dtype) - std::begin(dtypes));
}

std::uint64_t Dimensions::next() noexcept {
  --left_;
  Rereader again(next_, end_);
  const std::uint64_t size = again.number();
  next_ = again.next();
  return size;
}

Pair Pairs::next() noexcept {
  --left_;
  Rereader again(next_, end_);
  const std::string_view key = as_text(again.string());
  const std::string_view value = as_text(again.string());
  next_ = again.next();
  return {key, value};
}

Tensor FileView::tensor(std::uint64_t index) const noexcept {
  const bool mapped = !infos.empty();
  const auto i = static_cast<std::size_t>(index);
  const Name& name = names[mapped ? name_of[i] : i];
  Rereader again(description(input, names, infos, i));
  Tensor tensor;
  tensor.name = as_text(input.subspan(name.at, name.size));
  tensor.dtype = dtype_of(again.number());
  const std::uint64_t rank = again.count();
  tensor.shape = Dimensions(again.next(), again.end(), rank);
  for (std::uint64_t axis = 0; axis < rank; ++axis) (void)again.number();
  const std::uint64_t begin = again.number();
  const std::uint64_t end = again.number();
  if (begin <= end && end <= data.size()) {
    tensor.data = data.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  }
  return tensor;
}

std::uint64_t shape_room(const FileView& file) noexcept {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < file.names.size(); ++i) {
    Rereader again(description(file.input, file.names, file.infos, i));
    (void)again.number();  // dtype
    most = std::max(most, again.count());
  }
  return most * sizeof(std::uint64_t);
}

Shape shape_of(const Tensor& tensor, std::span<std::byte> row) noexcept {
  Dimensions dimensions = tensor.shape;
  if (row.size() / sizeof(std::uint64_t) < dimensions.left()) return {};
  std::byte* to = row.data();
  for (; dimensions.left() != 0; to += sizeof(std::uint64_t)) store_le(to, dimensions.next());
  return Shape(Bytes(row.data(), to));
}

// The field "shape[]" is a dimension; its index is counted here, when a path is written.
void Position::write(TextSink& out, const Violation& violation) const noexcept {
  const std::string_view field = violation.field;
  if (field != "shape[]") return write_field(out, field);
  write_field(out, "shape");
  std::uint64_t axis = 0;
  for (std::uint64_t at = shape_at_; at < violation.offset; ++axis) {
    at += varint_size(std::to_integer<std::uint8_t>(header_[static_cast<std::size_t>(at)]));
    if (at > violation.offset) break;  // this is the one that the metadata end in
  }
  write_index(out, axis);
}

void Walk::run() noexcept {
  if (!read_sofm() || stopped() || !read_record() || stopped()) return;
  check_padding();
  if (!stopped()) check_tensors();
  if (!stopped()) check_file_size();
  if (!stopped()) check_keys();
  if (!stopped()) check_names();
  if (!stopped()) check_booleans();
  if (findings_.verdict() != Verdict::valid) return;
  file_.input = header_.first(static_cast<std::size_t>(data_begin_));
  file_.data = data();
  file_.metadata = Pairs(header_.data() + pairs_at_, header_.data() + record_end_, pairs_);
  file_.names = names_;
  file_.infos = infos_;
  file_.name_of = name_of_;
  if (findings_.validating()) remark_order();
}

std::uint64_t scratch_bound(Layout layout, Bytes input, const Options&) noexcept {
  const Outline outline = counts_of(layout, input);
  const auto table = [](std::uint64_t entries, std::uint64_t size) {
    return entries == 0 ? 0 : entries * size + alignof(std::uint64_t);
  };
  const std::uint64_t names = table(outline.tensors, sizeof(Name)) + unique_names_scratch(outline.tensors);
  const std::uint64_t mapping = layout == Layout::v1 ? 0 : 2 * table(outline.tensors, sizeof(std::uint32_t));
  const std::uint64_t keys = table(outline.pairs, sizeof(Name)) + unique_names_scratch(outline.pairs);
  return names + mapping + (outline.pairs < 2 ? 0 : keys);
}

std::uint64_t header_size(Bytes start) noexcept {
  if (start.size() < sofm_size) return 0;
  const auto sofm = load_le<std::uint64_t>(start.data());
  return sofm > default_max_metadata ? 0 : sofm_size + sofm;
}

Decoded<FileView> decode(Layout layout, Bytes input, Scratch& scratch, const Options& options) noexcept {
  return decode(layout, input, {}, scratch, options);
}

Decoded<FileView> decode(Layout layout, Bytes file, Bytes header, Scratch& scratch, const Options& options) noexcept {
  const std::uint64_t size = header_size(header);
  const bool copied = size != 0 && size <= header.size() && size <= file.size();
  const Bytes read = copied ? header.first(static_cast<std::size_t>(size)) : file;
  Position position(read);
  Findings findings(options.profile);
  Walk walk(layout, file, read, scratch, options, findings, position);
  walk.run();
  const FileView& view = walk.file();
  return walk.in().verdict<FileView>(view.input, view.data, view.has_metadata, view.metadata, view.names, view.infos,
                                     view.name_of);
}

Verdict validate(Layout layout, Bytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Position position(input);
  Findings findings(options.profile, &sink, &position);
  Walk(layout, input, input, scratch, options, findings, position).run();
  return findings.verdict();
}

}  // namespace hallmark::bintensors
