// SPDX-License-Identifier: Apache-2.0
// Oracle of KServe bodies, third part: shape, datatype and size of each tensor, and data in JSON.
#include "conformance/kserve/oracle_tensors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

#include "conformance/generate/halves.hpp"
#include "conformance/generate/wide.hpp"

namespace hallmark::kserve::oracle {
namespace {

using conformance::magnitude;
using conformance::Wide;  // what is multiplied in it is cut off before it wraps

struct Known {
  DType dtype;
  uint64_t size;
  bool is_signed = false;
};
const std::map<std::string, Known> datatypes = {
    {"BOOL", {DType::boolean, 1}},    {"UINT8", {DType::u8, 1}},        {"UINT16", {DType::u16, 2}},
    {"UINT32", {DType::u32, 4}},      {"UINT64", {DType::u64, 8}},      {"INT8", {DType::i8, 1, true}},
    {"INT16", {DType::i16, 2, true}}, {"INT32", {DType::i32, 4, true}}, {"INT64", {DType::i64, 8, true}},
    {"FP16", {DType::f16, 2}},        {"FP32", {DType::f32, 4}},        {"FP64", {DType::f64, 8}},
    {"BYTES", {DType::bytes, 4}},     {"BF16", {DType::bf16, 2}}};

// What is wrong with a value as a dimension or a size, as the end of the name of a rule; nothing where it is one.
std::optional<std::string> wrong_size(const Node& node) {
  if (node.type != Type::number) return "";
  const std::string mantissa = node.text.substr(0, node.text.find_first_of("eE"));
  const size_t point = mantissa.find('.');
  const bool exponent = mantissa.size() != node.text.size();
  const bool broken = point != std::string::npos && mantissa.find_first_not_of('0', point + 1) != std::string::npos;
  const bool zero = mantissa.find_first_not_of("-0.") == std::string::npos;
  if ((node.text[0] == '-' && !zero) || (broken && !exponent)) return "";
  if (node.text.find_first_not_of("0123456789") != std::string::npos) return "-lexeme";
  const Wide value = magnitude(node.text);
  if (value > INT64_MAX) return value > UINT64_MAX ? "-range" : "-signed";
  return std::nullopt;
}

bool is_scalar(const Node& node) {
  return node.type == Type::string || node.type == Type::number || node.type == Type::boolean;
}

const Node* of_type(const Node* node, Type type) { return node != nullptr && node->type == type ? node : nullptr; }

// Reads the data of one tensor: its elements, in the order of the text.
class Data {
 public:
  Data(Log& log, const Known& known, const std::vector<uint64_t>& dims, std::vector<std::byte>& out)
      : log_(log), known_(known), dims_(dims), out_(out) {}

  void read(const Node& data) { array(data, 1); }
  [[nodiscard]] uint64_t elements() const { return elements_; }
  // misshapen is the place of the first bracket or element that is nested in another way than the shape.
  [[nodiscard]] std::optional<size_t> misshapen() const { return misshapen_; }

 private:
  void misplace(size_t at) {
    if (!misshapen_) misshapen_ = at;
  }

  // `level` counts the arrays around what is in this one.
  void array(const Node& array, size_t level) {
    if (level > std::max<size_t>(dims_.size(), 1)) misplace(array.begin);
    for (const Node& one : array.elements) {
      if (one.type == Type::array) {
        this->array(one, level + 1);
        continue;
      }
      if (elements_++ == 0) level_ = level;
      if (level != level_ || (level != 1 && level != dims_.size())) misplace(one.begin);
      element(one);
    }
    const bool flat = level == 1 && (level_ == 1 || array.elements.empty());
    if (!flat && level <= dims_.size() && array.elements.size() != dims_[level - 1]) misplace(array.end - 1);
  }

  void fault(const std::string& rule, const Node& at) { log_.report(rule, at.begin, at.size(), at.path); }
  void put(uint64_t bits, uint64_t size) {
    for (uint64_t i = 0; i < size; ++i) out_.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
  }

  void element(const Node& node) {
    const bool real = known_.dtype == DType::f32 || known_.dtype == DType::f64;
    if (node.type == Type::null && real) {
      fault("data-null", node);
      return put(nan(), known_.size);
    }
    if (node.type == Type::null || node.type == Type::object) return fault("data-element", node);
    const Type wanted = known_.dtype == DType::boolean ? Type::boolean
                        : known_.dtype == DType::bytes ? Type::string
                                                       : Type::number;
    if (node.type == Type::literal && real) return literal(node);
    if (node.type != wanted) return fault("data-coercion", node);
    switch (known_.dtype) {
      case DType::boolean: return put(node.text == "true" ? 1 : 0, 1);
      case DType::bytes:
        put(node.text.size(), 4);
        for (const char c : node.text) out_.push_back(static_cast<std::byte>(c));
        return;
      case DType::f16:
      case DType::f32:
      case DType::f64: return decimal(node);
      default: return integer(node);
    }
  }

  [[nodiscard]] uint64_t nan() const { return known_.dtype == DType::f32 ? 0x7fc00000 : 0x7ff8000000000000; }

  // The bits of a float of 32 or 64 bits.
  [[nodiscard]] uint64_t bits_of(float narrow, double wide) const {
    return known_.dtype == DType::f32 ? uint64_t{std::bit_cast<std::uint32_t>(narrow)} : std::bit_cast<uint64_t>(wide);
  }

  void literal(const Node& node) {
    if (node.text == "NaN") return put(nan(), known_.size);
    const double infinity = node.text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
    put(bits_of(static_cast<float>(infinity), infinity), known_.size);
  }

  void decimal(const Node& node) {
    if (known_.dtype == DType::f16) {
      const uint64_t bits = conformance::half_of(node.text);
      return (bits & 0x7fff) < 0x7c00 ? put(bits, 2) : fault("data-range", node);
    }
    const float narrow = std::strtof(node.text.c_str(), nullptr);
    const double wide = std::strtod(node.text.c_str(), nullptr);
    if (std::isinf(known_.dtype == DType::f32 ? double{narrow} : wide)) return fault("data-range", node);
    put(bits_of(narrow, wide), known_.size);
  }

  void integer(const Node& node) {
    if (node.text.find_first_of(".eE") != std::string::npos) return fault("data-integer", node);
    const bool negative = node.text[0] == '-';
    const Wide value = magnitude(node.text.substr(negative ? 1 : 0));
    const Wide beyond = Wide{1} << (8 * known_.size - (known_.is_signed ? 1 : 0));
    if (negative ? value > (known_.is_signed ? beyond : 0) : value >= beyond) return fault("data-range", node);
    put(negative ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value), known_.size);
  }

  Log& log_;
  const Known& known_;
  const std::vector<uint64_t>& dims_;
  std::vector<std::byte>& out_;
  uint64_t elements_ = 0;
  size_t level_ = 0;  // of the first element
  std::optional<size_t> misshapen_;
};

class Reader {
 public:
  Reader(Log& log, const Options& options) : log_(log), compat_(options.profile == Profile::compat) {}

  Tensors run(const Node& list) {
    for (const Node& one : list.elements) {
      if (one.type == Type::object) tensor(one);
    }
    return std::move(tensors_);
  }

 private:
  void fault(const std::string& rule, const Node& at) { log_.report(rule, at.begin, at.size(), at.path); }

  void tensor(const Node& node) {
    const Node* const name = of_type(node.find("name"), Type::string);
    const Node* const parameters = of_type(node.find("parameters"), Type::object);
    const Node* const size = parameters == nullptr ? nullptr : parameters->find("binary_data_size");
    const Node* const shared = parameters == nullptr ? nullptr : parameters->find("shared_memory_region");
    const Node* const data = node.find("data");
    const bool has_data = data != nullptr && data->type != Type::null;
    // Where a tensor has no name, or its data are elsewhere or twice, its size says nothing of the body.
    if (size != nullptr && (shared != nullptr || has_data || name == nullptr)) tensors_.sizes_known = false;
    Tensor tensor;
    tensor.path = node.path;
    if (name != nullptr) tensor.owned.name = name->text;
    const Known* const known = describe(node, size != nullptr, tensor);
    if (shared != nullptr) {
      if (is_scalar(*shared)) fault("shared-memory", *shared);
      return;
    }
    if (size != nullptr) {
      tensor.owned.encoding = Encoding::binary;
      const bool good = declared_size(*size, tensor.size);
      if (has_data) return fault("data-and-size", *data);
      if (good) compare_size(*size, data, tensor);
    } else if (has_data) {
      tensor.owned.encoding = Encoding::json;
      if (data->type == Type::array && known != nullptr) json_data(*data, *known, tensor);
    } else {
      tensor.owned.encoding = Encoding::json;
      const bool empty = tensor.sound && tensor.elements == 0;
      log_.report(empty ? "data-missing-empty" : "data-missing", data == nullptr ? node.begin : data->begin,
                  data == nullptr ? 1 : data->size(), node.path + ".data");
    }
    tensors_.all.push_back(tensor);
  }

  // Shape and datatype, and how many elements they give.
  const Known* describe(const Node& node, bool binary, Tensor& tensor) {
    const Node* const shape = of_type(node.find("shape"), Type::array);
    tensor.shaped = shape != nullptr && read_shape(*shape, tensor.owned.dims);
    const Known* const known = datatype(of_type(node.find("datatype"), Type::string));
    if (known == nullptr) return nullptr;
    tensor.owned.dtype = known->dtype;
    if (!tensor.shaped) return known;
    const Wide bytes = conformance::product_of(tensor.owned.dims, known->size);
    tensor.sound = bytes <= UINT64_MAX;
    if (!tensor.sound) fault(binary ? "element-count" : "shape-overflow", *shape);
    tensor.bytes = static_cast<uint64_t>(bytes);
    tensor.elements = tensor.bytes / known->size;
    return known;
  }

  // A null for data says that there are none.
  void compare_size(const Node& size, const Node* null, Tensor& tensor) {
    if (null != nullptr && tensor.size != 0) {
      tensor.sound = false;
      fault("data-and-size", *null);
    } else if (tensor.sound && tensor.owned.dtype != DType::bytes && tensor.size != tensor.bytes) {
      tensor.sound = false;
      fault("size-mismatch", size);
    }
  }

  bool read_shape(const Node& shape, std::vector<uint64_t>& dims) {
    for (const Node& one : shape.elements) {
      if (&one - shape.elements.data() == static_cast<std::ptrdiff_t>(log_.max_rank)) {
        log_.report("rank", one.begin, 1, one.path);
        return false;
      }
      const auto wrong = wrong_size(one);
      if (wrong) {
        fault("dimension" + *wrong, one);
      } else {
        dims.push_back(static_cast<uint64_t>(magnitude(one.text)));
      }
    }
    return dims.size() == shape.elements.size();
  }

  const Known* datatype(const Node* name) {
    if (name == nullptr) return nullptr;
    const auto found = datatypes.find(name->text);
    if (found != datatypes.end()) return &found->second;
    fault("datatype", *name);
    return nullptr;
  }

  bool declared_size(const Node& size, uint64_t& bytes) {
    const auto wrong = wrong_size(size);
    tensors_.sizes_known = tensors_.sizes_known && !wrong;
    if (!wrong) bytes = static_cast<uint64_t>(magnitude(size.text));
    // A value of another type than parameters have is a fault of theirs.
    if (wrong && is_scalar(size)) fault("binary-data-size" + (*wrong == "-signed" ? "-range" : *wrong), size);
    return !wrong;
  }

  void json_data(const Node& data, const Known& known, Tensor& tensor) {
    if (known.dtype == DType::bf16) return fault("data-half", data);
    if (known.dtype == DType::f16) fault("data-fp16", data);
    if (!tensor.shaped || (known.dtype == DType::f16 && !compat_)) return;
    Data elements(log_, known, tensor.owned.dims, tensor.owned.data);
    elements.read(data);
    if (!tensor.sound) return;
    if (elements.elements() != tensor.elements) return fault("data-count", data);
    if (elements.misshapen()) log_.report("data-shape", *elements.misshapen(), 1, data.path);
  }

  Log& log_;
  bool compat_;
  Tensors tensors_;
};

}  // namespace

Tensors read_tensors(Log& log, const Node& list, const Options& options) { return Reader(log, options).run(list); }

}  // namespace hallmark::kserve::oracle
