// Writes the golden vectors, the regressions and the seeds of the corpus as plain files, one folder for each family,
// for the fuzz targets to start from; and into the folder `program` what the program reads besides: files of one
// vector, requests to testees and replies of theirs, expectations of the testees beside the corpus. usage:
// hallmark_seeds CORPUS OUT [MAX_BYTES]
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

#include "conformance/model/model.hpp"
#include "conformance/suite/smallest.hpp"
#include "conformance/suite/vector.hpp"
#include "hallmark/core/codec.hpp"

namespace {

namespace fs = std::filesystem;
using namespace hallmark;

constexpr const char* program = "program";

std::set<std::string> folders() {
  std::set<std::string> names{program};
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

void write(const fs::path& path, Bytes bytes) {
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

using conformance::Json;

// A vector as a file of its own, as a request, and as the replies that testees may give to it.
void write_texts(const conformance::Vector& vector, const conformance::VectorFile& file, const fs::path& stem) {
  Json notes = Json::object();
  for (const auto& [flag, note] : file.notes) notes[flag] = {{"kind", note.kind}, {"description", note.description}};
  const Json alone{{"format", file.format},
                   {"spec", {{"document", file.spec_document}, {"revision", file.spec_revision}}},
                   {"notes", notes},
                   {"vectors", Json::array({vector.raw})}};
  write(stem.string() + ".json", as_bytes(alone.dump()));
  Json reply{{"seq", 1}, {"result", "rejected"}};
  if (vector.value) {
    reply["result"] = "accepted";
    reply["value"] = *vector.value;
    const Json encoded{
        {"seq", 1}, {"result", "encoded"}, {"output", {{"base64", conformance::to_base64(vector.bytes())}}}};
    write(stem.string() + ".encoded", as_bytes(encoded.dump()));
  } else {
    reply["error"] = {{"message", vector.description}, {"category", vector.error->category}, {"offset", 1}};
  }
  write(stem.string() + ".reply", as_bytes(reply.dump()));
  Json request{{"cmd", "run"}, {"seq", 1}, {"op", vector.value ? "encode" : "decode"}, {"format", vector.format}};
  if (vector.value) {
    request["value"] = *vector.value;
  } else {
    request["input"] = {{"base64", conformance::to_base64(vector.bytes())}};
  }
  request["options"] = vector.raw_options;
  write(stem.string() + ".request", as_bytes(request.dump()));
}

// export_program writes the first valid vector of each file, and the smallest vector of each rule.
std::size_t export_program(const conformance::Corpus& corpus, const fs::path& testees, const fs::path& out,
                           std::uint64_t max_bytes) {
  fs::create_directories(out);
  std::set<const conformance::Vector*> chosen;
  for (const auto& [rule, vector] : conformance::smallest_vectors(corpus)) chosen.insert(vector);
  std::size_t written = 0;
  for (const auto& file : corpus.files) {
    bool valid = false;
    for (const auto& vector : file.vectors) {
      const bool first = !valid && vector.verdict == Verdict::valid;
      valid = valid || first;
      if (!(first || chosen.contains(&vector)) || vector.raw.dump().size() > max_bytes) continue;
      const std::vector<std::byte> bytes = vector.bytes();
      if (bytes.size() > max_bytes) continue;
      const fs::path stem = out / file_name(vector.id);
      write(stem, bytes);
      write_texts(vector, file, stem);
      written += 4;
    }
  }
  if (!fs::is_directory(testees)) return written;
  for (const auto& entry : fs::recursive_directory_iterator(testees)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("expect") || !name.ends_with(".toml")) continue;
    const std::string testee = entry.path().parent_path().filename().string();
    fs::copy_file(entry.path(), out / (testee + "+" + name), fs::copy_options::overwrite_existing);
    ++written;
  }
  return written;
}

// export_seeds returns the number of files written for each family.
std::map<std::string, std::size_t> export_seeds(const fs::path& corpus, const fs::path& out, std::uint64_t max_bytes) {
  std::map<std::string, std::size_t> written;
  const conformance::Corpus all = conformance::load_corpus(corpus);
  for (const auto& file : all.files) {
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
  written[program] =
      export_program(all, fs::canonical(corpus).parent_path() / "conformance/testees", out / program, max_bytes);
  for (const std::string& family : folders()) {
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
    for (const auto& family : folders()) fs::remove_all(fs::path(argv[2]) / family);
    const auto written = export_seeds(argv[1], argv[2], max_bytes);
    for (const auto& [family, files] : written) std::printf("%s: %zu seeds\n", family.c_str(), files);
    return written.empty() ? 3 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hallmark_seeds: %s\n", error.what());
    return 2;
  }
}
