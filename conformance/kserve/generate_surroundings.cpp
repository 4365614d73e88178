// Puts valid parts around what is broken in a body.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/kserve/generate.hpp"

namespace hallmark::kserve {
namespace {

using conformance::Choices;
using conformance::Input;

std::string word(Choices& choices) {
  const std::uint32_t size = 4 + choices.below(10);
  return conformance::word_of(choices, size);
}

std::string scalar(Choices& choices) {
  constexpr std::string_view values[] = {"0", "true", "\"text\"", "[1, 2]", "{\"k\": 1.5}", "-3e2"};
  return std::string(values[choices.below(std::size(values))]);
}

std::string member(Choices& choices) {
  const std::string key = word(choices);
  return fmt::format("\"{}\": {}", key, scalar(choices));
}

std::string tensor(Choices& choices) {
  constexpr std::string_view types[] = {"INT32", "UINT8", "FP32", "FP64", "INT64"};
  const std::string name = word(choices);
  const std::string_view type = types[choices.below(std::size(types))];
  std::string data;
  const std::uint32_t count = 1 + choices.below(5);
  for (std::uint32_t i = 0; i < count; ++i) data += fmt::format("{}{}", i == 0 ? "" : ", ", choices.below(100));
  return fmt::format(R"({{"name": "{}", "shape": [{}], "datatype": "{}", "data": [{}]}})", name, count, type, data);
}

// BrokenBody is a broken body, and what is put into it.
class BrokenBody {
 public:
  explicit BrokenBody(Input input) : input_(std::move(input)) {}

  [[nodiscard]] std::string_view json() const {
    const std::string_view all = as_text(input_.bytes);
    return input_.header_length ? all.substr(0, static_cast<std::size_t>(*input_.header_length)) : all;
  }
  void insert(std::size_t at, std::string_view text) {
    const Bytes bytes = as_bytes(text);
    input_.bytes.insert(input_.bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin(), bytes.end());
    if (input_.header_length) *input_.header_length += text.size();
  }
  // in_front puts a part and a comma behind an opening bracket, unless it is closed at once.
  void in_front(std::size_t bracket, const std::string& part) {
    const std::size_t next = json().find_first_not_of(" \t\r\n", bracket + 1);
    const bool empty = next == std::string_view::npos || json()[next] == '}' || json()[next] == ']';
    insert(bracket + 1, empty ? part : part + ", ");
  }
  // The bracket that opens the list of tensors.
  [[nodiscard]] std::size_t list(std::string_view name) const {
    const std::string_view text = json();
    std::size_t at = text.find(fmt::format("\"{}\"", name));
    if (at == std::string_view::npos) return at;
    at = text.find_first_not_of(" \t\r\n:", at + name.size() + 2);
    return at != std::string_view::npos && text[at] == '[' ? at : std::string_view::npos;
  }
  Input take() { return std::move(input_); }

 private:
  Input input_;
};

Input with_more(Role role, Input input, Choices& choices) {
  BrokenBody body(std::move(input));
  const std::size_t list = body.list(role == Role::request ? "inputs" : "outputs");
  if (list != std::string_view::npos && choices.below(2) == 0) body.in_front(list, tensor(choices));
  if (choices.below(2) == 0) {
    if (const std::size_t last = body.json().rfind('}'); last != std::string_view::npos && last > 0) {
      const std::size_t before = body.json().find_last_not_of(" \t\r\n", last - 1);
      const bool empty = before == std::string_view::npos || body.json()[before] == '{';
      body.insert(last, (empty ? "" : ", ") + member(choices));
    }
  }
  const std::size_t first = body.json().find('{');
  if (first != std::string_view::npos && choices.below(3) != 0) body.in_front(first, member(choices));
  if (choices.below(2) == 0) body.insert(0, std::string(1 + choices.below(4), ' '));
  return body.take();
}

}  // namespace

Input surrounded(Role role, const Input& broken, Choices& choices) {
  if (broken.header_length == 0) {
    Input raw = broken;
    const std::vector<std::byte> more = choices.bytes(4 * (1 + choices.below(16)));
    raw.bytes.insert(raw.bytes.end(), more.begin(), more.end());
    return raw;
  }
  Input input = with_more(role, broken, choices);
  // The same bytes may say by themselves where the JSON ends.
  if (input.header_length && choices.below(3) == 0) {
    input.header_length.reset();
    input.features = {"seed-framed"};
  }
  return input;
}

}  // namespace hallmark::kserve
