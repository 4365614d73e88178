// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/data.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "conformance/examine/input_bytes.hpp"
#include "conformance/model/model.hpp"

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

Json file_of(const fs::path& path, std::uint64_t size) {
  return {{"path", path.string()}, {"nbytes", reports::number(size)}};
}

}  // namespace

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

fs::path TemporaryFolder::write(const std::function<void(const Take&)>& put) {
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
  bool written = true;
  put([&](Bytes bytes) { written = written && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size(); });
  const bool closed = std::fclose(file) == 0;  // a full disk may be reported only here
  if (!written || !closed) throw std::runtime_error(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  return path;
}

std::string input_json(const conformance::Vector& vector, TemporaryFolder& files) {
  const std::uint64_t size = vector.byte_count();
  if (size <= inline_bytes) return R"({"base64":")" + conformance::to_base64(vector.bytes()) + "\"}";
  return file_of(files.write([&](const TemporaryFolder::Take& take) { vector.pieces(take); }), size).dump();
}

std::string value_json(const conformance::Vector& vector, TemporaryFolder& files) {
  Json value = vector.whole_value();
  replace_data(value, "base64", [&](Json& data, const std::string& text) {
    if (!large(text)) return true;
    const std::vector<std::byte> bytes = conformance::from_base64(text);
    data = file_of(files.write([&](const TemporaryFolder::Take& take) { take(bytes); }), bytes.size());
    return true;
  });
  return value.dump();
}

void with_bytes_of(const reports::JsonAt& input, const std::function<void(Bytes)>& use) {
  if (input.has("base64")) return use(conformance::from_base64(input["base64"]));
  if (!input.has("path")) input.fail("this has neither base64 nor path");
  const std::string path = input["path"].text();
  conformance::InputBytes file;
  // No vector is larger, and no file in its place.
  const auto outcome = file.read(path, conformance::max_vector_bytes);
  const auto fail = [&](std::string_view what) { throw std::runtime_error(fmt::format("{}: {}", path, what)); };
  if (outcome == conformance::InputBytes::Outcome::unreadable) fail(file.problem());
  const Bytes bytes = file.bytes();
  if (outcome == conformance::InputBytes::Outcome::too_long || bytes.size() > conformance::max_vector_bytes) {
    fail(fmt::format("larger than {} MiB", conformance::max_vector_bytes >> 20));
  }
  const std::uint64_t size = input.optional("nbytes").or_null(&reports::JsonAt::count).value_or(bytes.size());
  if (size != bytes.size()) input.fail(fmt::format("the file holds {} bytes, nbytes says {}", bytes.size(), size));
  use(bytes);
  if (!file.intact()) fail(file.problem());
}

Json without_files(Json value) {
  // BSON vectors also have a member `path`; data have `nbytes` as well.
  replace_data(value, "path", [](Json& data, const std::string&) {
    if (!data.contains("nbytes")) return false;
    std::string base64;
    with_bytes_of(reports::JsonAt(data), [&](Bytes bytes) { base64 = conformance::to_base64(bytes); });
    data = Json{{"base64", std::move(base64)}};
    return true;
  });
  return value;
}

}  // namespace hallmark::runner
