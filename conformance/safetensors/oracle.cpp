// SPDX-License-Identifier: Apache-2.0
// Oracle of safetensors: the header as a tree, numbers as their lexemes, then phase after phase over whole tables.
#include <algorithm>
#include <optional>

#include "conformance/generate/wide.hpp"
#include "conformance/model/opened.hpp"
#include "conformance/oracle/apart.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/json.hpp"
#include "conformance/safetensors/generate.hpp"

namespace hallmark::safetensors::oracle {
namespace {

using conformance::JsonMember;
using conformance::Wide;
using std::uint64_t;
using Node = conformance::JsonNode;
using Type = conformance::JsonType;

const std::string white = " \t\r\n";

// is_whole: a number is 0, 1, 2, …, however it is spelled.
bool is_whole(const std::string& number) {
  const std::size_t mark = std::min(number.find_first_of("eE"), number.size());
  std::string digits = number.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size() - 1);
  Wide below = digits.size() - 1 - point;  // digits after the point
  const std::size_t last = digits.find_last_of("123456789");
  if (last == std::string::npos) return true;  // some zero
  if (digits[0] == '-') return false;
  std::erase(digits, '.');
  Wide above = digits.size() - 1 - digits.find_last_not_of('0');  // zeros at the end
  const std::size_t exponent = std::min(number.find_first_of("0123456789", mark), number.size());
  (number.find('-', mark) == std::string::npos ? above : below) += conformance::magnitude(number.substr(exponent));
  return above >= below;
}

// has_marks: a name has what a terminal or a path may take for more than text. Control characters above 7f, and marks
// of lines and of direction, in UTF-8.
bool has_marks(const std::string& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    if ((byte > 0 && byte < 0x20) || byte == 0x7f || byte == '/' || byte == '\\') return true;
    const std::string two = name.substr(i, 2);
    const std::string three = name.substr(i, 3);
    if (two >= "\xc2\x80" && two <= "\xc2\x9f") return true;
    if (three >= "\xe2\x80\xa8" && three <= "\xe2\x80\xae") return true;
    if (three >= "\xe2\x81\xa6" && three <= "\xe2\x81\xa9") return true;
  }
  return false;
}

// bits_of: the first number in the name of a dtype says what an element takes; BOOL has none.
unsigned bits_of(const std::string& dtype) {
  const std::size_t digits = dtype.find_first_of("0123456789");
  return digits == std::string::npos ? 8 : static_cast<unsigned>(std::stoul(dtype.substr(digits)));
}

struct Tensor {
  const JsonMember* member = nullptr;
  std::optional<DType> dtype;  // if it is known
  unsigned bits = 8;           // that its elements take
  const Node* shape = nullptr;
  const Node* offsets = nullptr;
  std::vector<uint64_t> dims;
  uint64_t begin = 0;
  uint64_t end = 0;
  bool sound = true;  // it passed phase 3
};

class Walk : public conformance::OracleLog {
 public:
  Walk(Bytes file, const Options& options) : OracleLog("safetensors", options), file_(as_text(file)) {}

  void run() {
    try {
      length();
      header();
      if (failed()) return;
      members();
      std::ranges::stable_sort(tensors_, {}, [](const Tensor& one) { return std::pair(one.begin, one.end); });
      places();
      if (placed_ && right_) size();
      if (!failed()) values();
    } catch (const conformance::End&) {
    }
  }

  // model gives what a valid file holds, tensors in the order of their places.
  [[nodiscard]] OwnedModel model() const {
    OwnedModel model = model_;
    for (const Tensor& one : tensors_) {
      const Bytes data = as_bytes(data_of(one));
      model.tensors.push_back({one.member->key, *one.dtype, one.dims, {data.begin(), data.end()}});
    }
    return model;
  }

 private:
  using OracleLog::report;
  void report(const std::string& rule, const Node& at) { report(rule, at.begin, at.size(), at.path); }

  // Phase 1.
  void length() {
    if (file_.size() < 8) fail("length-truncated", file_.size(), 0, "N");
    Wide n = 0;
    for (std::size_t i = 8; i-- > 0;) n = n * 256 + static_cast<unsigned char>(file_[i]);
    if (n + 8 > file_.size()) fail("header-truncated", 0, 8, "N");
    if (n == 0) fail("header-empty", 8, 0, "header");
    if (n > 100000000) fail("header-limit", 0, 8, "N");
    data_ = static_cast<uint64_t>(n) + 8;
  }

  // Phase 2.
  void header() {
    const std::string_view text = file_.substr(0, static_cast<std::size_t>(data_));
    const std::size_t first = std::min(text.find_first_not_of(white, 8), text.size());
    if (first == text.size() || text[first] != '{') fail("first-byte", 8, 1, "header");
    if (first > 8) report("leading-space", 8, first - 8, "header");
    conformance::JsonReader reader(text, *this, {"json-syntax", true});
    reader.skip(first);
    root_ = reader.value();
    const std::size_t end = std::min(text.find_first_not_of(' ', reader.at()), text.size());
    const std::size_t other = std::min(text.find_first_not_of(white, end), text.size());
    if (end < other) report("padding-space", end, 1, "header");
    if (other < text.size()) report("padding", other, 1, "header");
  }

  // Phase 3.
  void members() {
    for (const JsonMember& member : root_.members) {
      if (member.key == "__metadata__") {
        metadata(member.value);
      } else {
        tensor(member);
      }
    }
  }

  void metadata(const Node& map) {
    if (map.type == Type::null) return report("metadata-null", map);
    if (map.type != Type::object) return report("metadata-object", map);
    model_.has_metadata = true;
    for (const JsonMember& member : map.members) {
      if (member.value.type != Type::string) report("metadata-string", member.value);
      model_.metadata.emplace_back(member.key, member.value.text);
    }
  }

  void tensor(const JsonMember& member) {
    Tensor& one = tensors_.emplace_back();
    one.member = &member;
    if (member.value.type != Type::object) {
      one.sound = false;
      return report("tensor-object", member.value);
    }
    for (const auto& [key, begin, end, value] : member.value.members) {
      if (key == "dtype") {
        dtype(value, one);
      } else if (key == "shape") {
        shape(value, one);
      } else if (key == "data_offsets") {
        offsets(value, one);
      } else {
        report("unknown-member", begin, end - begin, value.path);
      }
    }
    for (const char* const key : {"dtype", "shape", "data_offsets"}) {
      if (member.value.find(key) == nullptr)
        fault(one, "member-missing", member.value.begin, 1, member.value.path + "." + key);
    }
  }

  // fault is one that leaves a tensor without a place.
  template <class... Args>
  void fault(Tensor& tensor, const std::string& rule, const Args&... args) {
    report(rule, args...);
    tensor.sound = false;
  }

  void dtype(const Node& value, Tensor& to) {
    if (value.type != Type::string) return fault(to, "dtype-string", value);
    for (const DType one : dtypes) {
      if (dtype_name(one) == value.text) to.dtype = one;
    }
    if (!to.dtype) return report("dtype-unknown", value);
    to.bits = bits_of(value.text);
  }

  void shape(const Node& value, Tensor& to) {
    if (value.type != Type::array) return fault(to, "shape-array", value);
    to.shape = &value;
    for (std::size_t axis = 0; axis < value.elements.size(); ++axis) {
      const Node& size = value.elements[axis];
      if (axis == max_rank) report("rank", size);
      to.dims.push_back(integer(size, to));
    }
  }

  void offsets(const Node& value, Tensor& to) {
    if (value.type != Type::array || value.elements.size() != 2) return fault(to, "offsets-array", value);
    to.offsets = &value;
    to.begin = integer(value.elements[0], to);
    to.end = integer(value.elements[1], to);
  }

  uint64_t integer(const Node& node, Tensor& of) {
    const auto wrong = [&](const char* rule) { return fault(of, rule, node), 0; };
    if (node.type != Type::number || !is_whole(node.text)) return wrong("integer");
    if (node.text.find_first_not_of("0123456789") != std::string::npos) return wrong("integer-spelling");
    const Wide value = conformance::magnitude(node.text);
    if (value > INT64_MAX) return wrong("integer-range");
    return static_cast<uint64_t>(value);
  }

  // Phase 4.
  void places() {
    placed_ = std::ranges::all_of(tensors_, [](const Tensor& one) { return one.sound && one.begin <= one.end; });
    for (const Tensor& one : tensors_) {
      if (!one.sound) continue;
      if (one.begin > one.end) report("offsets-order", one.offsets->elements[1]);
      size_of(one);
      if (placed_) place(one);
    }
  }

  // Sizes are counted in bytes or, of elements below one, in bits: neither may need more than 64 bits.
  void size_of(const Tensor& one) {
    const unsigned units = one.bits < 8 ? 8 : 1;  // in a byte
    const Wide size = conformance::product_of(one.dims) * (one.bits * units / 8);
    if (size > UINT64_MAX) return report("shape-overflow", *one.shape);
    if (!one.dtype) return;
    if (size % units != 0) return report("partial-byte", *one.shape);
    if (one.begin <= one.end && size / units != one.end - one.begin) report("size-mismatch", *one.offsets);
  }

  void place(const Tensor& one) {
    const Node& begin = one.offsets->elements[0];
    const std::size_t before = faults.size();
    if (one.begin > reached_) report("hole", begin);
    if (one.begin < reached_) report(one.begin == one.end ? "empty-inside" : "overlap", begin);
    right_ = right_ && (faults.size() == before || faults.back().severity != Severity::error);
    reached_ = std::max(reached_, one.end);
  }

  // Phase 5.
  void size() {
    const uint64_t there = file_.size() - data_;
    if (there < reached_) report("data-truncated", file_.size(), 0, "data");
    if (there > reached_) report("trailing-data", data_ + reached_, there - reached_, "data");
  }

  [[nodiscard]] std::string_view data_of(const Tensor& one) const {
    return file_.substr(static_cast<std::size_t>(data_ + one.begin), static_cast<std::size_t>(one.end - one.begin));
  }

  // Phase 6. Of what is misaligned the first is reported.
  void values() {
    bool aligned = data_ % 8 == 0;
    if (!aligned) report("data-alignment", 0, 8, "N");
    for (const Tensor& one : tensors_) {
      const std::string_view data = data_of(one);
      const std::size_t wrong = data.find_first_not_of(std::string_view("\0\1", 2));
      if (one.dtype == DType::boolean && wrong != std::string_view::npos) {
        report("bool-value", data_ + one.begin + wrong, 1, one.member->value.path + ".data");
      }
      if (aligned && !data.empty() && one.bits >= 8 && one.begin % (one.bits / 8) != 0) {
        report("data-alignment", one.offsets->elements[0]);
        aligned = false;
      }
      name(*one.member);
    }
  }

  void name(const JsonMember& member) {
    const auto note = [&](const char* rule) {
      report(rule, member.begin, member.end - member.begin, member.value.path);
    };
    if (has_marks(member.key)) note("name-characters");
    if (member.key.find('\0') != std::string::npos) note("name-nul");
    if (member.key.empty()) note("name-empty");
  }

  std::string_view file_;
  uint64_t data_ = 0;  // where the data begin
  Node root_;
  OwnedModel model_;  // without its tensors
  std::vector<Tensor> tensors_;
  bool placed_ = true;  // the place of every tensor is known
  bool right_ = true;   // every place so far is right
  uint64_t reached_ = 0;
};

conformance::OracleReport report_on(Bytes file, const Options& options) {
  Walk walk(file, options);
  walk.run();
  return {std::move(walk.faults)};
}

std::string difference(Bytes file, const Options& options) {
  Walk walk(file, options);
  walk.run();
  const conformance::Opened<FileView> read(file, options, scratch_bound, decode);
  return read && owned(*read) == walk.model() ? "" : "another model is read";
}

std::string embedded(Bytes file, const Options& options) {
  return conformance::difference_apart(
      file, header_size(file),
      [&](Bytes input, const Bytes* copy) { return scratch_bound(copy == nullptr ? input : *copy, options); },
      [&](Bytes input, const Bytes* copy, Scratch& scratch) {
        return copy == nullptr ? decode(input, scratch, options) : decode(input, *copy, scratch, options);
      },
      [](const FileView& view) { return view.tensors; });
}

}  // namespace
}  // namespace hallmark::safetensors::oracle

const hallmark::conformance::Oracle hallmark::safetensors::safetensors_oracle{"safetensors", oracle::report_on,
                                                                              oracle::difference, oracle::embedded};
