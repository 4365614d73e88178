// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/compare_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
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

// Parts are those of two values that have the same place; null for one that is missing.
struct Parts {
  const conformance::Json* first;
  const conformance::Json* second;
};

struct Below {
  std::string place;
  std::string path;
  Parts parts;
};

// unlike_part gives the first part in which two values differ; nothing if they have no parts that can be compared.
std::optional<Below> unlike_part(const Parts& whole) {
  if (whole.first == nullptr || whole.second == nullptr) return std::nullopt;
  const conformance::Json& a = *whole.first;
  const conformance::Json& b = *whole.second;
  if (a.is_object() && b.is_object()) {
    for (const auto* all : {&a, &b}) {
      for (const auto& [name, value] : all->items()) {
        const auto one = a.find(name);
        const auto other = b.find(name);
        const bool both = one != a.end() && other != b.end();
        if (both && conformance::same_value(*one, *other)) continue;
        return Below{"." + (in_model(name) ? name : "*"),
                     "." + reports::escaped(name),
                     {one == a.end() ? nullptr : &*one, other == b.end() ? nullptr : &*other}};
      }
    }
  }
  if (a.is_array() && b.is_array() && a.size() == b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!conformance::same_value(a[i], b[i])) return Below{"[]", fmt::format("[{}]", i), {&a[i], &b[i]}};
    }
  }
  return std::nullopt;
}

// shown shortens a value from where it differs from the other.
std::string shown(const conformance::Json* value, const conformance::Json* other) {
  constexpr std::size_t before = 8;  // characters that both have
  constexpr std::size_t longest = 60;
  if (value == nullptr) return "nothing";
  const auto text_of = [](const conformance::Json& json) {
    return json.dump(-1, ' ', false, conformance::Json::error_handler_t::replace);
  };
  std::string text = text_of(*value);
  if (value->is_array() && text.size() > longest) return fmt::format("{} entries", value->size());
  const std::string against = other == nullptr ? "" : text_of(*other);
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(text, against).in1 - text.begin());
  if (text.size() > longest && same > before) text.replace(0, same - before, "…");
  if (text.size() > longest) {
    text.resize(longest);
    text += "…";
  }
  return reports::escaped(text);
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
  std::string last;  // word
  for (std::string part : parts_of(path)) {
    if (part != "[]" && !words_.contains(part)) part = "*";
    if (part == last || (part == "[]" && text.ends_with("[]"))) continue;
    text += (text.empty() || part == "[]" ? "" : ".") + part;
    if (part == "*") break;  // below a key of the input all is the input's
    if (part != "[]") last = part;
  }
  return text;
}

Unlike unlike(const conformance::Json& a, const conformance::Json& b) {
  Unlike found{"value", "value", "", ""};
  Parts parts{&a, &b};
  while (const auto below = unlike_part(parts)) {
    if (below->place != "[]" || !found.place.ends_with("[]")) found.place += below->place;
    found.path += below->path;
    parts = below->parts;
  }
  found.first = shown(parts.first, parts.second);
  found.second = shown(parts.second, parts.first);
  return found;
}

std::string stem_of(std::string_view message) {
  constexpr std::size_t longest = 60;
  message = message.substr(0, std::min(longest, message.find_first_of("0123456789'\"`/\\")));
  while (message.ends_with(' ') || message.ends_with('-')) message.remove_suffix(1);  // a sign
  return std::string(message);
}

}  // namespace hallmark::runner
