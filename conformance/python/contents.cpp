// SPDX-License-Identifier: Apache-2.0
#include "conformance/python/contents.hpp"

#include <exception>
#include <map>
#include <new>
#include <stdexcept>

#include "conformance/compression/gzip.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/layouts.hpp"
#include "conformance/examine/messages.hpp"
#include "conformance/model/path_text.hpp"

namespace hallmark::python {

Keys keys_of(const Codec& codec) noexcept { return manifest::family_of(codec).tensor_keys; }

std::string_view name_of(Keys keys) noexcept {
  if (keys == Keys::names) return "names";
  return keys == Keys::paths ? "paths" : "places";
}

namespace {

std::map<const Codec*, Layout>& layouts() {
  static std::map<const Codec*, Layout> all;
  return all;
}

}  // namespace

void set_layout(const Codec& codec, Layout layout) { layouts()[&codec] = layout; }

Layout layout_of(const Codec& codec) {
  const auto found = layouts().find(&codec);
  return found == layouts().end() ? nullptr : found->second;
}

// Taker fills the tables. A codec cannot pass an error on: it is kept, and ends the walk.
class Contents::Taker final : public ContentSink {
 public:
  Taker(Contents& contents, std::uint64_t most) : contents_(contents), keys_(keys_of(contents.codec())), left_(most) {}

  bool number(std::string_view name, std::uint64_t value) noexcept override {
    return guarded(
        [&] { contents_.facts_.push_back({.name = kept(name), .holds = Fact::Holds::number, .number = value}); });
  }
  bool text(std::string_view name, std::string_view value) noexcept override {
    return guarded(
        [&] { contents_.facts_.push_back({.name = kept(name), .holds = Fact::Holds::text, .text = kept(value)}); });
  }
  bool scalar(const TensorView& value) noexcept override { return fact(Fact::Holds::scalar, value.name, value); }
  bool array(const TensorView& value) noexcept override { return fact(Fact::Holds::array, value.name, value); }
  bool bits(const BitsView& value) noexcept override { return fact(Fact::Holds::array, value.name, value); }
  bool tensor(const TensorView& tensor, const Place& place) noexcept override {
    return entry(tensor.name, tensor, place);
  }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override {
    return entry(tensor.name, tensor, place);
  }

  void finish() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  template <class Work>
  bool guarded(const Work& work) noexcept try {
    work();
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }

  template <class View>
  bool fact(Fact::Holds holds, std::string_view name, const View& value) noexcept {
    return guarded([&] { contents_.facts_.push_back({.name = kept(name), .holds = holds, .array = array_of(value)}); });
  }
  template <class View>
  bool entry(std::string_view name, const View& value, const Place& place) noexcept {
    return guarded([&] {
      Array& array = contents_.tensors_.emplace_back(array_of(value));
      if (keys_ == Keys::names) array.name = kept(name);
      if (keys_ == Keys::paths) array.name = kept(conformance::path_of(place));
    });
  }

  [[nodiscard]] Array array_of(const TensorView& tensor) {
    Array array{.dtype = tensor.dtype, .has_data = tensor.has_data, .data = kept(tensor.data)};
    array.shape = contents_.dimensions_.size();
    array.rank = static_cast<std::uint32_t>(tensor.shape.rank());
    ElementCount count;
    for (const std::uint64_t size : tensor.shape) {  // read once: NumPy relies on it
      count.dimension(size);
      contents_.dimensions_.push_back(size);
    }
    std::uint64_t bytes = 0;
    const bool whole = tensor.dtype == DType::bytes ||
                       (count.data(tensor.dtype, bytes) == DataSize::whole && bytes == array.data.size());
    if (tensor.has_data && !whole) throw std::runtime_error("the input changed while it was read");
    return array;
  }
  [[nodiscard]] Array array_of(const BitsView& bits) {
    Array array{
        .bits = true, .most_significant_first = bits.most_significant_first, .rank = 1, .data = kept(bits.data)};
    array.shape = contents_.dimensions_.size();
    contents_.dimensions_.push_back(bits.count);
    return array;
  }

  // kept returns a view that stays: of the input, or of a copy.
  [[nodiscard]] Bytes kept(Bytes bytes) {
    const std::less_equal<> not_after;
    const Bytes input = contents_.bytes_;
    if (bytes.empty()) return {};
    if (not_after(input.data(), bytes.data()) && not_after(bytes.data() + bytes.size(), input.data() + input.size())) {
      return bytes;
    }
    if (bytes.size() > left_) throw std::bad_alloc();
    left_ -= bytes.size();
    return contents_.copies_.emplace_back(bytes.begin(), bytes.end());
  }
  [[nodiscard]] std::string_view kept(std::string_view text) { return as_text(kept(as_bytes(text))); }

  Contents& contents_;
  Keys keys_;
  std::uint64_t left_;
  std::exception_ptr failure_;
};

bool Contents::read(std::unique_ptr<Input> input, std::string_view name,
                    const conformance::ExaminerSettings& settings) {
  input_ = std::move(input);
  bytes_ = input_->bytes();
  start_ = input_->start();
  codec_ = conformance::format_named(settings.format);
  if (!decompress(name, settings)) return false;
  if (codec_ == nullptr) {
    const Codec* found = conformance::detect({start_, bytes_.size()}, name);
    if (found == nullptr || layout_of(*found) == nullptr) found = conformance::detect(bytes_, name);
    if (found == nullptr) return false;
    codec_ = conformance::choose_within(*found, bytes_, settings.options, settings.bounds).codec;
  }
  if (codec_named(codec_->id) == nullptr || conformance::holds_messages(*codec_, bytes_)) return false;
  Options options = settings.options;
  if (conformance::is_framed(*codec_)) options.header_length = settings.header_length;
  return fill(options, settings.bounds.max_alloc);
}

// decompress returns false if the input is in gzip format and cannot be decompressed.
bool Contents::decompress(std::string_view& name, const conformance::ExaminerSettings& settings) {
  if (!conformance::is_compressed(start_, name, codec_ == nullptr)) return true;
  const compression::Unzipped unzipped = compression::unzip(bytes_, settings.bounds.max_alloc, decompressed_);
  const std::string_view inner = conformance::content_name(name);
  // Without the name, the first bytes may also be those of a BSON document.
  if (unzipped.damage != nullptr && inner.size() == name.size()) return conformance::detect(bytes_, name) != nullptr;
  bytes_ = start_ = unzipped.content;
  name = inner;
  return unzipped.damage == nullptr && !unzipped.too_large;
}

bool Contents::fill(const Options& options, std::uint64_t max_alloc) {
  const Layout lay = layout_of(*codec_);
  // The start, where that holds the header.
  hallmark::Input input(start_, bytes_.size());
  std::uint64_t needed = lay == nullptr ? 0 : codec_->scratch_bound(input, options);
  if (needed == 0) {
    input = bytes_;
    needed = codec_->scratch_bound(input, options);
  }
  if (needed > max_alloc) return false;
  Scratch scratch = memory_.of(needed);
  Taker taker(*this, max_alloc);
  Violation found;
  if (lay != nullptr) {
    found = lay(input, bytes_, scratch, options, taker, layout_);
  } else {
    const std::uint64_t room = codec_->contents_bound(input, scratch, options);
    if (room > max_alloc) throw std::bad_alloc();
    Scratch own = memory_.of(room);
    found = codec_->contents(input, own, options, taker);
    memory_ = {};
  }
  if (found.rule == nullptr) taker.finish();
  return found.rule == nullptr;
}

}  // namespace hallmark::python
