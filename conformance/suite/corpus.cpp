// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "conformance/suite/embedded_corpus.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/suite/vector_file.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {
namespace {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& path) {
  const auto fail = [&](std::string_view what) {
    throw UnreadableCorpus(fmt::format("{}: cannot be read: {}", path.string(), what));
  };
  std::error_code error;
  if (!fs::is_regular_file(path, error)) fail(error ? error.message() : "this is not a file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) fail(std::strerror(errno));
  std::string text;
  std::array<char, 65536> part;
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), file.get())) {
    text.append(part.data(), got);
    if (text.size() > max_file_bytes) fail(fmt::format("more than {} bytes", max_file_bytes));
  }
  if (std::ferror(file.get()) != 0) fail(std::strerror(errno));
  return text;
}

VectorFile read_file(const fs::path& path, std::string name) {
  return parse_vector_file(path, std::move(name), read_bytes(path));
}

// entries_of returns what is in a folder, sorted by name.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    entries.push_back(entry->path());
  }
  if (error) throw UnreadableCorpus(fmt::format("{}: cannot be read: {}", folder.string(), error.message()));
  std::ranges::sort(entries);
  return entries;
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files = entries_of(folder);
  std::erase_if(files, [](const fs::path& file) { return file.extension() != ".json"; });
  return files;
}

// golden_files returns the names of the vector files of a corpus, sorted; throws UnreadableCorpus if there are none.
std::vector<std::string> golden_files(const fs::path& folder) {
  std::vector<std::string> names;
  if (folder.empty()) {
    for (const auto& [name, text] : embedded_corpus()) {
      if (name.find("/golden/") != std::string::npos) names.push_back(name);
    }
    return names;
  }
  for (const fs::path& family : entries_of(folder)) {
    std::error_code none;
    if (!fs::is_directory(family / "golden", none)) continue;
    for (const fs::path& file : json_files(family / "golden")) {
      names.push_back((family.filename() / "golden" / file.filename()).generic_string());
    }
  }
  if (names.empty()) {
    throw UnreadableCorpus(fmt::format("{}: no vector files (<family>/golden/*.json) in this folder", folder.string()));
  }
  std::ranges::sort(names);
  return names;
}

// text_of returns a file of a corpus; throws UnreadableCorpus.
std::string text_of(const fs::path& folder, const std::string& name) {
  return folder.empty() ? embedded_corpus().at(name) : read_bytes(folder / name);
}

// parsed returns what a file says that a corpus need not have.
template <class T>
T parsed(const fs::path& folder, const std::string& name, T (*parse)(const fs::path&, const std::string&)) {
  std::error_code missing;
  const bool there = folder.empty() ? embedded_corpus().contains(name) : fs::exists(folder / name, missing);
  return there ? parse(folder / name, text_of(folder, name)) : T{};
}

// The hash of a corpus is that of the lines which sha256sum prints of its files.
void add_line(Sha256& hash, const std::string& digest, const std::string& name) {
  hash.update(as_bytes(fmt::format("{}  {}\n", digest, name)));
}

}  // namespace

std::string Corpus::sha256(const std::vector<VectorFile>& more) const {
  Sha256 hash;
  for (const auto* all : {&files, &more}) {
    for (const VectorFile& file : *all) add_line(hash, file.digest, file.name);
  }
  return hash.hex();
}

std::size_t Corpus::size() const {
  std::size_t vectors = 0;
  for (const VectorFile& file : files) vectors += file.vectors.size();
  return vectors;
}

Corpus load_corpus(const fs::path& folder, const std::vector<std::string>& formats) {
  std::vector<VectorFile> files;
  for (const std::string& name : golden_files(folder)) {
    const auto holds = [&](const std::string& format) {
      const Codec* codec = codec_named(format);
      return codec == nullptr || codec->family == name.substr(0, name.find('/'));
    };
    const std::string text = text_of(folder, name);
    if (formats.empty() || std::ranges::any_of(formats, holds)) {
      files.push_back(parse_vector_file(folder / name, name, text));
    } else {
      files.push_back({.path = folder / name, .name = name, .digest = sha256_hex(as_bytes(text))});
    }
  }
  return {.files = std::move(files),
          .version = parsed(folder, "version.json", parse_corpus_version),
          .withdrawn = parsed(folder, "withdrawn.json", parse_withdrawn)};
}

CorpusIdentity identify_corpus(const fs::path& folder) {
  Sha256 hash;
  for (const std::string& name : golden_files(folder)) {
    add_line(hash, sha256_hex(as_bytes(text_of(folder, name))), name);
  }
  return {parsed(folder, "version.json", parse_corpus_version), hash.hex()};
}

Corpus as_of(Corpus corpus, const CorpusVersion& version) {
  for (VectorFile& file : corpus.files) {
    std::erase_if(file.vectors, [&](const Vector& vector) { return vector.since && *vector.since > version; });
  }
  return corpus;
}

Corpus load_vector_files(const std::vector<fs::path>& paths) {
  std::vector<VectorFile> files;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(read_file(path, path.filename().generic_string()));
      continue;
    }
    const std::vector<fs::path> inside = json_files(path);
    if (inside.empty())
      throw UnreadableCorpus(fmt::format("{}: no vector files (*.json) in this folder", path.string()));
    for (const fs::path& file : inside) files.push_back(read_file(file, file.filename().generic_string()));
  }
  // The hash of the corpus does not depend on the order of reading.
  std::ranges::sort(files, {}, [](const VectorFile& file) { return std::tie(file.name, file.path); });
  return {.files = std::move(files)};
}

fs::path find_corpus(const std::string& chosen) {
  std::error_code error;
  if (!chosen.empty()) {
    if (!fs::is_directory(chosen, error)) throw UnreadableCorpus(fmt::format("{}: no such corpus folder", chosen));
    return chosen;
  }
  // In `share` of the installation or the build, relative to the program. Tests are up to three folders deep in a
  // build.
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  const std::string program = folder.string();
  for (int above = 0; above <= 3 && !folder.empty(); ++above, folder = folder.parent_path()) {
    if (const fs::path corpus = folder / "share" / "hallmark" / "corpus"; fs::is_directory(corpus, error))
      return corpus;
  }
  if (!embedded_corpus().empty()) return {};
  throw UnreadableCorpus(fmt::format("no share/hallmark/corpus in or above {}; name a folder with --corpus", program));
}

}  // namespace hallmark::conformance
