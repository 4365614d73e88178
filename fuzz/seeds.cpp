// Writes the golden vectors, the regressions and the seeds of the corpus as plain files, one folder for each family, for
// the fuzz targets to start from. usage: hallmark_seeds CORPUS OUT [MAX_BYTES]
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "conformance/suite/vector.hpp"
#include "hallmark/core/codec.hpp"

namespace {

namespace fs = std::filesystem;
using namespace hallmark;

std::set<std::string> families() {
  std::set<std::string> names;
  for (const Codec* codec : all_codecs()) names.emplace(codec->family);
  return names;
}

// Converts a vector id to a file name.
std::string file_name(std::string id) {
  for (char& c : id) {
    if (c == '/') c = '+';
  }
  return id;
}

void write(const fs::path& path, const std::vector<std::byte>& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << hallmark::as_text(bytes);
  out.close();
  if (!out) throw std::runtime_error(path.string() + ": cannot be written");
}

// The regressions or seeds of a family, which may have none. README files are skipped.
std::size_t copy_files(const fs::path& from, const fs::path& to, const std::string& prefix, std::uint64_t max_bytes) {
  std::size_t copied = 0;
  if (!fs::is_directory(from)) return copied;
  for (const auto& entry : fs::directory_iterator(from)) {
    const std::string name = entry.path().filename().string();
    const bool input = entry.is_regular_file() && !name.starts_with('.') && !name.ends_with(".md");
    if (!input || entry.file_size() > max_bytes) continue;
    fs::create_directories(to);
    fs::copy_file(entry.path(), to / (prefix + name), fs::copy_options::overwrite_existing);
    ++copied;
  }
  return copied;
}

// export_seeds returns the number of files written for each family.
std::map<std::string, std::size_t> export_seeds(const fs::path& corpus, const fs::path& out, std::uint64_t max_bytes) {
  std::map<std::string, std::size_t> written;
  for (const auto& file : conformance::load_corpus(corpus).files) {
    const Codec* codec = codec_named(file.format);
    if (codec == nullptr) throw std::runtime_error(file.path.string() + ": unknown format " + file.format);
    const fs::path folder = out / codec->family;
    fs::create_directories(folder);
    for (const auto& vector : file.vectors) {
      if (vector.operation == conformance::Operation::encode) continue;
      const auto bytes = vector.bytes();
      if (bytes.size() > max_bytes) continue;
      write(folder / file_name(vector.id), bytes);
      ++written[std::string(codec->family)];
    }
  }
  for (const std::string& family : families()) {
    const std::size_t copied = copy_files(corpus / family / "regressions", out / family, "regression+", max_bytes) +
                               copy_files(corpus / family / "seeds", out / family, "seed+", max_bytes);
    if (copied > 0) written[family] += copied;
  }
  return written;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t max_bytes = UINT64_MAX;
  if (argc == 4) {
    const std::string text = argv[3];
    const auto read = std::from_chars(text.data(), text.data() + text.size(), max_bytes);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) argc = 0;
  }
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: hallmark_seeds CORPUS OUT [MAX_BYTES]\n");
    return 4;
  }
  try {
    // Files of an earlier corpus must not be replayed.
    for (const auto& family : families()) fs::remove_all(fs::path(argv[2]) / family);
    const auto written = export_seeds(argv[1], argv[2], max_bytes);
    for (const auto& [family, files] : written) std::printf("%s: %zu seeds\n", family.c_str(), files);
    return written.empty() ? 3 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hallmark_seeds: %s\n", error.what());
    return 2;
  }
}
