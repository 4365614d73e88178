// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/made_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "conformance/examine/text_file.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/output.hpp"
#include "reports/bounded_json.hpp"
#include "reports/json_at.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;
using reports::Json;
using reports::JsonAt;

constexpr const char* manifest_name = "manifest.json";
constexpr std::uint64_t longest_manifest = std::uint64_t{1} << 30;  // more than a million vectors take

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

}  // namespace

MadeFiles::MadeFiles(fs::path folder, std::string corpus, const char* list, std::vector<const char*> members)
    : folder_(std::move(folder)), corpus_(std::move(corpus)), list_(list), members_(std::move(members)) {
  if (is_there(path(manifest_name))) read_manifest();
}

MadeFiles::~MadeFiles() {
  if (made_.empty()) return;
  try {
    finish();
  } catch (const std::exception&) {
    // The error that brought us here was reported; this one has the same cause.
  }
}

void MadeFiles::read_manifest() try {
  const Json manifest = reports::parse_json(conformance::text_of_file(path(manifest_name).string(), longest_manifest));
  const JsonAt at(manifest);
  earlier_ = at[list_].list([this](const JsonAt& entry) {
    (void)entry["id"].text();
    for (const char* member : members_) {
      if (entry.has(member)) ours_.insert(entry[member].text());
    }
    return entry.json();
  });
  // An id means the same bytes with the same corpus only.
  if (at["corpus"].text() != corpus_) earlier_.clear();
} catch (const std::runtime_error& error) {
  throw UsageError(fmt::format("{} is not of an earlier run of this command ({}); write to another folder",
                               path(manifest_name).string(), error.what()));
}

void MadeFiles::must_be_free(const std::string& name) const {
  if (!is_there(path(name)) || ours_.contains(name)) return;
  throw UsageError(fmt::format("{} is there, and no {} beside it lists it; write to another folder",
                               path(name).string(), manifest_name));
}

void MadeFiles::begin() const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw OutputError(fmt::format("cannot create the folder {}: {}", folder_.string(), error.message()));
}

void MadeFiles::finish() {
  std::set<std::string> ids;
  for (const Json& entry : made_) ids.insert(entry.at("id").get<std::string>());
  Json all = Json::array();
  for (Json& entry : earlier_) {
    const bool there = std::ranges::all_of(members_, [&](const char* member) {
      return !entry.contains(member) || is_there(path(entry.at(member).get<std::string>()));
    });
    if (there && !ids.contains(entry.at("id").get<std::string>())) all.push_back(std::move(entry));
  }
  for (Json& entry : std::exchange(made_, Json::array())) all.push_back(std::move(entry));
  write_output(path(manifest_name), Json{{"corpus", corpus_}, {list_, std::move(all)}}.dump(2) + "\n");
}

}  // namespace hallmark::program
