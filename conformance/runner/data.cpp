// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/data.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "conformance/examine/text_file.hpp"
#include "conformance/model/model.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::runner {
namespace {

namespace fs = std::filesystem;

// replace_data calls `change` on every object inside `value` with a string `member`, and recurses into those that
// `change` leaves alone.
template <class Change>
void replace_data(Json& value, const char* member, const Change& change) {
  if (value.is_object()) {
    if (const auto found = value.find(member); found != value.end() && found->is_string()) {
      if (change(value, found->get_ref<const std::string&>())) return;
    }
  }
  if (value.is_structured()) {
    for (Json& part : value) replace_data(part, member, change);
  }
}

bool large(const std::string& base64) { return base64.size() / 4 * 3 > inline_bytes + 2; }

// No vector is larger, and no file in its place.
std::vector<std::byte> read_file(const std::string& path) {
  try {
    const std::string text = conformance::text_of_file(path, conformance::max_vector_bytes);
    const Bytes bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
  } catch (const conformance::UnreadableText& error) {
    throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

fs::path TemporaryFolder::write(Bytes bytes) {
  if (folder_.empty()) {
    std::string name = (fs::temp_directory_path() / "hallmark-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error(fmt::format("no temporary folder {}: {}", name, std::strerror(errno)));
    }
    folder_ = name;
  }
  fs::path path = folder_ / fmt::format("input-{}", files_++);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw std::runtime_error(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;  // a full disk may be reported only here
  if (!written || !closed) throw std::runtime_error(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  return path;
}

Json input_of(Bytes bytes, TemporaryFolder& files) {
  if (bytes.size() <= inline_bytes) return {{"base64", conformance::to_base64(bytes)}};
  return {{"path", files.write(bytes).string()}, {"nbytes", reports::number(bytes.size())}};
}

Json with_files(Json value, TemporaryFolder& files) {
  replace_data(value, "base64", [&](Json& data, const std::string& text) {
    if (large(text)) data = input_of(conformance::from_base64(text), files);
    return true;
  });
  return value;
}

std::vector<std::byte> bytes_of(const reports::JsonAt& input) {
  if (input.has("base64")) return conformance::from_base64(input["base64"]);
  if (!input.has("path")) input.fail("this has neither base64 nor path");
  std::vector<std::byte> bytes = read_file(input["path"].text());
  const std::uint64_t size = input.optional("nbytes").or_null(&reports::JsonAt::count).value_or(bytes.size());
  if (size != bytes.size()) input.fail(fmt::format("the file holds {} bytes, nbytes says {}", bytes.size(), size));
  return bytes;
}

Json without_files(Json value) {
  // BSON vectors also have a member `path`; data have `nbytes` as well.
  replace_data(value, "path", [](Json& data, const std::string&) {
    if (!data.contains("nbytes")) return false;
    data = Json{{"base64", conformance::to_base64(bytes_of(reports::JsonAt(data)))}};
    return true;
  });
  return value;
}

Json with_hashes(Json value) {
  replace_data(value, "base64", [](Json& data, const std::string& text) {
    if (!large(text)) return true;
    const std::vector<std::byte> bytes = conformance::from_base64(text);
    data = Json{{"sha256", conformance::sha256_hex(bytes)}, {"nbytes", reports::number(bytes.size())}};
    return true;
  });
  return value;
}

}  // namespace hallmark::runner
