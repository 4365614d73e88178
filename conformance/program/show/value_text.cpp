#include "conformance/program/show/value_text.hpp"

#include <fmt/format.h>

#include "conformance/program/show/long_text.hpp"
#include "conformance/program/show/preview.hpp"

namespace hallmark::program {
namespace {

using conformance::Entry;
using reports::Json;

constexpr std::string_view indent = "  ";

std::string plain(const Json& value) {
  return reports::escaped(value.is_string() ? value.get<std::string>() : value.dump());
}

// Tensors and vectors have a dtype, metadata entries have a type.
std::string type_of(const Json& members) {
  return members.contains("dtype") ? members.at("dtype") : members.value("type", Json(""));
}

// All other members of a tensor, vector or metadata entry.
std::string other_members(const Json& members) {
  std::string line;
  for (const auto& [key, member] : members.items()) {
    if (key == "dtype" || (key == "type" && !members.contains("dtype"))) continue;
    line += fmt::format(", {} {}", key, plain(member));
  }
  return line;
}

void print(Output& output, const std::string& name, const Json& value, const std::string& margin) {
  if (!value.is_structured()) return output.write(fmt::format("{}{}: {}\n", margin, name, plain(value)));
  const bool list = value.is_array();
  output.write(list ? fmt::format("{}{}: {}\n", margin, name, value.size()) : fmt::format("{}{}:\n", margin, name));
  std::size_t index = 0;
  for (const auto& [key, member] : value.items()) {
    print(output, list ? fmt::format("[{}]", index++) : reports::escaped(key), member, margin + std::string(indent));
  }
}

}  // namespace

void ValueText::member(std::string_view name, const Json& value) {
  print(output_, reports::escaped(name), value, margin_);
}

void ValueText::text(std::string_view name, std::string_view value) {
  output_.write(margin_);
  write_escaped(output_, name);
  output_.write(": ");
  write_escaped(output_, value);
  output_.write("\n");
}

void ValueText::begin_object(std::string_view name) {
  output_.write(fmt::format("{}{}:\n", margin_, name));
  margin_ += indent;
}

void ValueText::begin_list(std::string_view name, std::uint64_t size) {
  output_.write(fmt::format("{}{}: {}\n", margin_, name, size));
  margin_ += indent;
  in_list_ = true;
  index_ = 0;
}

void ValueText::end() {
  margin_.resize(margin_.size() - indent.size());
  in_list_ = false;
}

void ValueText::write_name(const Entry& entry) {
  output_.write(margin_);
  if (!entry.key.empty()) {
    write_escaped(output_, entry.name);
  } else if (in_list_) {
    output_.write(fmt::format("[{}]", index_));
  } else {
    return;
  }
  ++index_;
  output_.write(": ");
}

// The entry on one line, its elements on the next.
void ValueText::entry(const Entry& entry) {
  write_name(entry);
  const std::string type = type_of(entry.members);
  output_.write(type);
  for (std::uint64_t axis = 0; entry.shape && axis < entry.shape->rank(); ++axis) {
    output_.write(fmt::format("{}{}", axis == 0 ? " [" : ", ", (*entry.shape)[axis]));
  }
  if (entry.shape) output_.write(entry.shape->rank() == 0 ? " []" : "]");
  const std::string others = other_members(entry.members);
  switch (entry.holds) {
    case Entry::Holds::nothing: return output_.write(", no data" + others + "\n");
    case Entry::Holds::text:
      output_.write(others + ", value ");
      write_escaped(output_, as_text(entry.content));
      return output_.write("\n");
    case Entry::Holds::data: break;
  }
  const auto padding = entry.members.value("padding", 0U);
  if (!entry.members.contains("bits")) {
    output_.write(fmt::format(", {} elements", elements(type, entry.content, padding)));
  }
  output_.write(fmt::format(", {} bytes{}\n", entry.content.size(), others));
  if (entry.content.empty()) return;
  output_.write(margin_ + std::string(indent) + preview(type, entry.content, padding) + "\n");
}

}  // namespace hallmark::program
