#include "conformance/program/made_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "conformance/examine/text_file.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/output.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;
using reports::Json;

constexpr const char* manifest_name = "manifest.json";
constexpr std::uint64_t longest_manifest = std::uint64_t{1} << 30;  // more than a million vectors take

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

bool has_text(const Json& json, const char* member) { return json.contains(member) && json.at(member).is_string(); }

Json parsed(const fs::path& path) try {
  return reports::parse_json(conformance::text_of_file(path.string(), longest_manifest));
} catch (const std::runtime_error&) {  // it cannot be read, or is not JSON within bounds
  return {};
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

void MadeFiles::read_manifest() {
  const Json manifest = parsed(path(manifest_name));
  const bool lists = manifest.is_object() && has_text(manifest, "corpus") && manifest.contains(list_) &&
                     manifest.at(list_).is_array() &&
                     std::ranges::all_of(manifest.at(list_), [this](const Json& entry) { return take(entry); });
  if (!lists) {
    throw UsageError(fmt::format("{} is not of an earlier run of this command; write to another folder",
                                 path(manifest_name).string()));
  }
  // An id means the same bytes with the same corpus only.
  if (manifest.at("corpus") != corpus_) earlier_.clear();
}

bool MadeFiles::take(const Json& entry) {
  if (!entry.is_object() || !has_text(entry, "id")) return false;
  for (const char* member : members_) {
    if (has_text(entry, member)) ours_.insert(entry.at(member).get<std::string>());
  }
  earlier_.push_back(entry);
  return true;
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
      return !has_text(entry, member) || is_there(path(entry.at(member).get<std::string>()));
    });
    if (there && !ids.contains(entry.at("id").get<std::string>())) all.push_back(std::move(entry));
  }
  for (Json& entry : std::exchange(made_, Json::array())) all.push_back(std::move(entry));
  write_output(path(manifest_name), Json{{"corpus", corpus_}, {list_, std::move(all)}}.dump(2) + "\n");
}

}  // namespace hallmark::program
