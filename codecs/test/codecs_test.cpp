// SPDX-License-Identifier: Apache-2.0
// Judges the golden vectors with the library alone, for those who package it: no test framework, no other library.
//
//   codecs_test CORPUS
//
// Exit: 0 every vector got its verdict, rule and offset; 1 not, each is a line; 77 there is no corpus.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hallmark/core/codec.hpp"

namespace {

using namespace hallmark;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() <= ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() <= ' ') text.remove_suffix(1);
  return text;
}

// unquoted takes the quotes of a string away, if it is one; no text that is asked for has escapes.
std::string_view unquoted(std::string_view text) {
  return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
}

// Json is an object or array of a file of the corpus, whose syntax is right: keys and values as they are written. The
// keys of an array are empty.
struct Json {
  explicit Json(std::string_view text) {
    int depth = 0;
    std::size_t begin = 1;
    std::size_t colon = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '"') {
        while (text[++i] != '"') i += text[i] == '\\' ? 1 : 0;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == ':' && depth == 1) colon = i;
      const bool ends = (c == '}' || c == ']') && --depth == 0;
      if (!ends && !(c == ',' && depth == 1)) continue;
      const std::string_view value =
          trimmed(text.substr(colon != 0 ? colon + 1 : begin, i - (colon != 0 ? colon + 1 : begin)));
      const std::string_view key =
          colon != 0 ? unquoted(trimmed(text.substr(begin, colon - begin))) : std::string_view();
      if (!value.empty()) entries.emplace_back(key, value);
      begin = i + 1;
      colon = 0;
    }
  }
  // operator[] gives the value of a member, without quotes; empty if there is none.
  std::string_view operator[](std::string_view key) const {
    for (const auto& [name, value] : entries) {
      if (name == key) return unquoted(value);
    }
    return {};
  }
  std::vector<std::pair<std::string_view, std::string_view>> entries;
};

std::uint64_t number(std::string_view text) { return std::strtoull(std::string(text).c_str(), nullptr, 10); }

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::strtoul(std::string(hex.substr(i, 2)).c_str(), nullptr, 16));
  }
  return bytes;
}

// numbered gives the number of a copy in a spelling of corpus/README.md: `decimal:5`, `u32le*4`, `varint+1`.
std::string numbered(std::string_view spelling, std::uint64_t copy) {
  const auto after = [&](char mark, std::uint64_t without) {
    const std::size_t at = spelling.find(mark);
    return at == spelling.npos ? without : number(spelling.substr(at + 1));
  };
  std::uint64_t rest = copy * after('*', 1) + after('+', 0);
  std::string bytes;
  std::uint64_t width = 0;
  if (spelling.starts_with("decimal")) {
    bytes = std::to_string(rest);
    const std::uint64_t digits = after(':', 0);
    return bytes.size() < digits ? std::string(digits - bytes.size(), '0') + bytes : bytes;
  }
  if (spelling.starts_with("varint")) {
    if (rest <= 250) return {static_cast<char>(rest)};
    width = rest <= 0xffff ? 2 : rest <= 0xffff'ffff ? 4 : 8;
    bytes = static_cast<char>(width == 2 ? 0xfb : width == 4 ? 0xfc : 0xfd);
  } else {
    width = number(spelling.substr(1)) / 8;
  }
  for (std::uint64_t i = 0; i < width; ++i, rest >>= 8) bytes += static_cast<char>(rest & 0xff);
  return spelling.find("be") == spelling.npos ? bytes : std::string(bytes.rbegin(), bytes.rend());
}

void add_copies(const Json& copies, std::string& bytes) {
  std::vector<std::pair<bool, std::string>> parts;  // whether it is a spelling
  for (const auto& [_, text] : Json(copies["of"]).entries) {
    const std::string_view what = unquoted(Json(text).entries[0].second);
    const bool fixed = what.find_first_not_of("0123456789abcdef") == what.npos;
    parts.emplace_back(!fixed, fixed ? bytes_of_hex(what) : what == "counter" ? copies["counter"] : what);
  }
  for (std::uint64_t copy = 0; copy < number(copies["repeat"]); ++copy) {
    for (const auto& [counts, part] : parts) bytes += counts ? numbered(part, copy) : part;
  }
}

std::string bytes_of(std::string_view runs) {
  std::string bytes;
  for (const auto& [_, text] : Json(runs).entries) {
    const Json run(text);
    if (text.starts_with('{')) {
      add_copies(run, bytes);
      continue;
    }
    const std::string once = bytes_of_hex(unquoted(run.entries[0].second));
    for (std::uint64_t n = run.entries.size() > 2 ? number(unquoted(run.entries[2].second)) : 1; n != 0; --n)
      bytes += once;
  }
  return bytes;
}

Options options_of(std::string_view text) {
  Options options;
  if (text.empty()) return options;
  const Json given(text);
  if (const auto length = given["header_length"]; !length.empty()) options.header_length = number(length);
  if (given["profile"] == "compat") options.profile = Profile::compat;
  return options;
}

class Ignored final : public DiagnosticSink {
  bool report(const Violation&, Severity, const Place&) noexcept override { return true; }
};

// agrees judges one vector, by decode and by validate, with the memory that scratch_bound asks for.
bool agrees(const Codec& codec, const Json& vector) {
  const std::string bytes = bytes_of(vector["bytes"]);
  const Input input(as_bytes(bytes));
  const Options options = options_of(vector["options"]);
  std::vector<std::byte> memory(static_cast<std::size_t>(codec.scratch_bound(input, options)));
  Scratch first(memory);
  const Violation found = codec.decode(input, first, options);
  Scratch second(memory);
  Ignored ignored;
  if (to_string(codec.validate(input, second, options, ignored)) != vector["verdict"]) return false;
  if (found.rule == nullptr) return vector["verdict"] == "valid";
  const Json error(vector["error"]);
  return to_string(verdict_of(found.rule->kind)) == vector["verdict"] && found.rule->id == error["rule"] &&
         (error["offset"].empty() || found.offset == number(error["offset"]));
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t judged = 0;
  std::size_t failed = 0;
  for (const Codec* codec : all_codecs()) {
    const auto folder = std::filesystem::path(count > 1 ? arguments[1] : "corpus") / codec->family / "golden";
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      const Json golden(text);
      if (golden["format"] != codec->id) continue;
      for (const auto& [_, vector_text] : Json(golden["vectors"]).entries) {
        const Json vector(vector_text);
        if (vector["op"] == "encode") continue;
        ++judged;
        if (agrees(*codec, vector)) continue;
        ++failed;
        std::printf("%s\n", std::string(vector["id"]).c_str());
      }
    }
  }
  std::printf("%zu vectors, %zu failed%s\n", judged, failed, judged == 0 ? "; skipped: there is no corpus" : "");
  return judged == 0 ? 77 : failed == 0 ? 0 : 1;
}
