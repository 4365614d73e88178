// Oracle of KServe bodies: the members of the header, tensor by tensor, then the binary data behind it.
#include "conformance/kserve/oracle.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "conformance/kserve/oracle_json.hpp"
#include "conformance/testing/halves.hpp"

namespace hallmark::kserve::oracle {
namespace {

using Wide = unsigned __int128;  // what is multiplied in it is cut off before it wraps

constexpr uint64_t largest_size = INT64_MAX;

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

// An integer of up to 40 digits; what has more is beyond every type.
Wide magnitude(const std::string& digits) {
  Wide value = 0;
  for (const char c : digits) value = value > Wide{1} << 100 ? value : value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

uint64_t size_from(const Node& node) {
  demand(node.type == Type::number && node.text.find_first_not_of("0123456789") == std::string::npos);
  const Wide value = magnitude(node.text);
  demand(value <= largest_size);
  return static_cast<uint64_t>(value);
}

class Oracle {
 public:
  Oracle(Role role, std::string_view body, const Options& options)
      : role_(role), body_(body), options_(options), compat_(options.profile == Profile::compat) {}

  Message run() {
    const bool framed = options_.header_length.has_value();
    demand(!framed || (*options_.header_length > 0 && *options_.header_length <= body_.size()));
    const std::string_view json = framed ? body_.substr(0, static_cast<size_t>(*options_.header_length)) : body_;
    Parser parser(json, options_.limits.max_depth.value_or(64));
    const Node root = parser.object_alone();
    message_.header_length = parser.at();
    if (framed) {
      parser.space();
      demand(parser.at() == json.size());
      message_.header_length = json.size();
    }
    header(root);
    // Literals are legal nowhere but where one was taken for an element.
    demand(parser.literals() == literals_);
    payload(framed);
    return std::move(message_);
  }

 private:
  void header(const Node& root) {
    const Node* const list = root.find(role_ == Role::request ? "inputs" : "outputs");
    if (list == nullptr) {
      demand(role_ == Role::response && root.members.size() == 1);
      const Node* const error = root.find("error");
      return demand(error != nullptr && error->type == Type::string);
    }
    for (const std::string key : {"id", "model_name", "model_version"}) {
      const Node* const text = role_ == Role::response || key == "id" ? root.find(key) : nullptr;
      if (text == nullptr || text->type == Type::string) continue;
      demand(text->type == Type::null && (role_ == Role::response || compat_));
    }
    parameters(root, compat_);
    demand(list->type == Type::array && (role_ == Role::response || !list->elements.empty()));
    std::set<std::string> names;
    for (const Node& one : list->elements) demand(names.insert(tensor(one)).second);
    const Node* const wanted = role_ == Role::request ? root.find("outputs") : nullptr;
    if (wanted == nullptr) return;
    demand(wanted->type == Type::array);
    names.clear();
    for (const Node& one : wanted->elements) {
      demand(names.insert(name(one)).second);
      parameters(one, compat_);
    }
  }

  static std::string name(const Node& of) {
    demand(of.type == Type::object);
    const Node* const text = of.find("name");
    demand(text != nullptr && text->type == Type::string);
    return text->text;
  }

  static const Node* parameters(const Node& of, bool compat) {
    const Node* const all = of.find("parameters");
    if (all == nullptr || (all->type == Type::null && compat)) return nullptr;
    demand(all->type == Type::object);
    for (const auto& [key, value] : all->members) {
      demand(value.type == Type::string || value.type == Type::number || value.type == Type::boolean);
      demand((key != "binary_data" && key != "binary_data_output") || value.type == Type::boolean);
    }
    return all;
  }

  std::string tensor(const Node& node) {
    OwnedTensor tensor;
    tensor.name = name(node);
    tensor.dims = shape(node);
    const Node* const datatype = node.find("datatype");
    demand(datatype != nullptr && datatype->type == Type::string && datatypes.contains(datatype->text));
    const Known known = datatypes.at(datatype->text);
    tensor.dtype = known.dtype;
    const uint64_t bytes = size_of_data(tensor.dims, known.size);
    const Node* const given = parameters(node, compat_);
    demand(given == nullptr || given->find("shared_memory_region") == nullptr);
    const Node* const size = given == nullptr ? nullptr : given->find("binary_data_size");
    const Node* data = node.find("data");
    if (data != nullptr && data->type == Type::null) {
      demand(size == nullptr || size_from(*size) == 0);
      data = nullptr;
    }
    demand(data == nullptr || size == nullptr);
    const uint64_t count = bytes / known.size;
    counts_.push_back(count);
    tensor.encoding = size == nullptr ? Encoding::json : Encoding::binary;
    sizes_.push_back(size == nullptr ? 0 : size_from(*size));
    if (size != nullptr) {
      demand(tensor.dtype == DType::bytes || sizes_.back() == bytes);
    } else {
      demand(data != nullptr || (count == 0 && compat_));
      if (data != nullptr) converted(*data, known, tensor, count);
    }
    message_.tensors.push_back(tensor);
    return tensor.name;
  }

  [[nodiscard]] std::vector<uint64_t> shape(const Node& node) const {
    const Node* const shape = node.find("shape");
    demand(shape != nullptr && shape->type == Type::array);
    demand(shape->elements.size() <= options_.limits.max_rank.value_or(255));
    std::vector<uint64_t> dims;
    for (const Node& dimension : shape->elements) dims.push_back(size_from(dimension));
    return dims;
  }

  // The bytes of all elements, which 64 bits must hold.
  static uint64_t size_of_data(const std::vector<uint64_t>& dims, uint64_t element) {
    Wide bytes = std::ranges::find(dims, uint64_t{0}) != dims.end() ? 0 : element;
    for (const uint64_t size : dims) {
      bytes *= size;
      demand(bytes <= UINT64_MAX);
    }
    return static_cast<uint64_t>(bytes);
  }

  void converted(const Node& data, const Known& known, OwnedTensor& tensor, uint64_t count) {
    demand(data.type == Type::array && tensor.dtype != DType::bf16 && (tensor.dtype != DType::f16 || compat_));
    uint64_t found = 0;
    flatten(data, known, tensor, found);
    demand(found == count);
    const bool flat =
        std::ranges::none_of(data.elements, [](const Node& element) { return element.type == Type::array; });
    demand(flat || nests(data, tensor.dims, 0) || compat_);
  }

  // Whether the nesting below an axis is that of the shape.
  static bool nests(const Node& node, const std::vector<uint64_t>& dims, size_t axis) {
    if (axis == dims.size()) return node.type != Type::array;
    return node.type == Type::array && node.elements.size() == dims[axis] &&
           std::ranges::all_of(node.elements, [&](const Node& one) { return nests(one, dims, axis + 1); });
  }

  void flatten(const Node& node, const Known& known, OwnedTensor& tensor, uint64_t& found) {
    if (node.type == Type::array) {
      for (const Node& one : node.elements) flatten(one, known, tensor, found);
      return;
    }
    ++found;
    const auto put = [&tensor](uint64_t bits, uint64_t size) {
      for (uint64_t i = 0; i < size; ++i) tensor.data.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
    };
    switch (tensor.dtype) {
      case DType::boolean: demand(node.type == Type::boolean); return put(node.text == "true" ? 1 : 0, 1);
      case DType::bytes:
        demand(node.type == Type::string);
        put(node.text.size(), 4);
        for (const char c : node.text) tensor.data.push_back(static_cast<std::byte>(c));
        return;
      case DType::f16: return put(half(node), known.size);
      case DType::f32:
      case DType::f64: return put(real(node, tensor.dtype), known.size);
      default: return put(integer(node, known), known.size);
    }
  }

  static uint64_t half(const Node& node) {
    demand(node.type == Type::number);
    const uint64_t bits = testing::half_of(node.text);
    demand((bits & 0x7fff) < 0x7c00);
    return bits;
  }

  uint64_t real(const Node& node, DType dtype) {
    const auto bits = [dtype](auto narrow, auto wide) {
      return dtype == DType::f32 ? uint64_t{std::bit_cast<std::uint32_t>(narrow)} : std::bit_cast<uint64_t>(wide);
    };
    if (node.type == Type::literal || node.type == Type::null) {
      demand(compat_);
      if (node.type == Type::literal) ++literals_;
      if (node.type == Type::null || node.text == "NaN") return dtype == DType::f32 ? 0x7fc00000 : 0x7ff8000000000000;
      const double infinity = node.text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
      return bits(static_cast<float>(infinity), infinity);
    }
    demand(node.type == Type::number);
    const float narrow = std::strtof(node.text.c_str(), nullptr);
    const double wide = std::strtod(node.text.c_str(), nullptr);
    demand(!std::isinf(dtype == DType::f32 ? double{narrow} : wide));
    return bits(narrow, wide);
  }

  static uint64_t integer(const Node& node, const Known& known) {
    demand(node.type == Type::number && node.text.find_first_of(".eE") == std::string::npos);
    const bool negative = node.text[0] == '-';
    const Wide value = magnitude(node.text.substr(negative ? 1 : 0));
    const Wide beyond = Wide{1} << (8 * known.size - (known.is_signed ? 1 : 0));
    demand(negative ? value <= (known.is_signed ? beyond : 0) : value < beyond);
    return negative ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  }

  void payload(bool framed) {
    uint64_t at = message_.header_length;
    uint64_t declared = 0;
    for (size_t i = 0; i < message_.tensors.size(); ++i) {
      OwnedTensor& tensor = message_.tensors[i];
      if (tensor.encoding != Encoding::binary) continue;
      demand(sizes_[i] <= body_.size() - at);
      const Bytes data = as_bytes(body_.substr(static_cast<size_t>(at), static_cast<size_t>(sizes_[i])));
      tensor.data.assign(data.begin(), data.end());
      at += sizes_[i];
      declared += sizes_[i];
      if (tensor.dtype == DType::bytes) strings(data, counts_[i]);
      for (const std::byte b : data) demand(tensor.dtype != DType::boolean || compat_ || b <= std::byte{1});
    }
    const std::string_view rest = body_.substr(static_cast<size_t>(at));
    const bool blank = !framed && declared == 0 && rest.find_first_not_of(" \t\r\n") == std::string_view::npos;
    demand(rest.empty() || blank || compat_);
  }

  static void strings(Bytes data, uint64_t count) {
    size_t at = 0;
    for (; count > 0; --count) {
      demand(data.size() - at >= 4);
      const uint64_t size = load_le<std::uint32_t>(data.data() + at);
      at += 4;
      demand(size <= data.size() - at);
      at += static_cast<size_t>(size);
    }
    demand(at == data.size());
  }

  Role role_;
  std::string_view body_;
  Options options_;
  bool compat_;
  Message message_;
  std::vector<uint64_t> counts_;  // elements of each tensor
  std::vector<uint64_t> sizes_;   // bytes of its binary data
  size_t literals_ = 0;
};

}  // namespace

std::optional<Message> read(Role role, Bytes body, const Options& options) {
  try {
    return Oracle(role, as_text(body), options).run();
  } catch (const Rejected&) {
    return std::nullopt;
  }
}

}  // namespace hallmark::kserve::oracle
