// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/compare_path.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "codecs/core/manifest.hpp"
#include "conformance/model/model.hpp"

namespace hallmark::runner {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

// A path as words, "[]" for an index, and "*" for a quoted key.
std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < path.size();) {
    std::size_t end = at + 1;
    if (path[at] == '[' && end < path.size() && path[end] == '"') {
      while (++end < path.size() && path[end] != '"') end += path[end] == '\\' ? 1 : 0;
      end = std::min(path.size(), end + 2);
      parts.emplace_back("*");
    } else if (path[at] == '[') {
      while (end < path.size() && path[end - 1] != ']') ++end;
      parts.emplace_back("[]");
    } else if (in_word(path[at])) {
      while (end < path.size() && in_word(path[end])) ++end;
      parts.emplace_back(path.substr(at, end - at));
    }
    at = end;
  }
  return parts;
}

// Members of the common model; other names are keys of the input.
bool in_model(std::string_view name) {
  return std::ranges::any_of(manifest::all_families(), [name](const manifest::Family& family) {
    return std::ranges::find(family.model_members, name) != family.model_members.end();
  });
}

}  // namespace

PathWords::PathWords(const conformance::Corpus& corpus, std::string_view format) {
  if (const Codec* codec = codec_named(format)) {
    for (const std::string_view word : manifest::family_of(*codec).path_words) words_.emplace(word);
    if (!words_.empty()) return;  // all below these is keys
  }
  for (const conformance::VectorFile& file : corpus.files) {
    if (file.format != format) continue;
    for (const conformance::Vector& vector : file.vectors) {
      if (!vector.error) continue;
      for (const std::string& part : parts_of(vector.error->path)) {
        if (part.size() > 1) words_.insert(part);  // fields have names; keys of one letter are those of vectors
      }
    }
  }
}

std::string PathWords::without_indices(std::string_view path) const {
  std::string text;
  std::string last;
  for (std::string part : parts_of(path)) {
    if (part != "[]" && !words_.contains(part)) part = "*";
    if (part == "[]" && last == "[]") continue;
    text += (text.empty() || part == "[]" ? "" : ".") + part;
    if (part == "*") break;  // below a key of the input all is the input's
    last = part;
  }
  return text;
}

std::string where_unlike(const conformance::Json& a, const conformance::Json& b) {
  using conformance::same_value;
  if (a.is_object() && b.is_object()) {
    const auto below = [](const std::string& name, const std::string& rest) {
      return "." + (in_model(name) ? name : "*") + rest;
    };
    for (const auto& [name, value] : a.items()) {
      if (!b.contains(name)) return below(name, "");
      if (!same_value(value, b[name])) return below(name, where_unlike(value, b[name]));
    }
    for (const auto& [name, value] : b.items()) {
      if (!a.contains(name)) return below(name, "");
    }
  }
  if (a.is_array() && b.is_array() && a.size() == b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same_value(a[i], b[i])) return "[]" + where_unlike(a[i], b[i]);
    }
  }
  return "";
}

std::string stem_of(std::string_view message) {
  constexpr std::size_t longest = 60;
  message = message.substr(0, std::min(longest, message.find_first_of("0123456789'\"`/\\")));
  while (message.ends_with(' ') || message.ends_with('-')) message.remove_suffix(1);  // a sign
  return std::string(message);
}

}  // namespace hallmark::runner
