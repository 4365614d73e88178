// Driver of a fuzz target without an engine: runs it once on every given file, and on every file in given folders.
// Exit codes: 0 every input was run, 2 a file could not be read, 3 there was no input, 4 wrong usage. A target that
// finds a bug ends the process.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// Hidden files such as .gitkeep are skipped.
bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

// files_of returns the files of an argument, sorted, so that replays are repeatable.
bool files_of(const fs::path& argument, std::vector<fs::path>& files) {
  std::error_code error;
  if (!fs::is_directory(argument, error)) {
    if (error) return false;
    files.push_back(argument);
    return true;
  }
  const std::size_t before = files.size();
  for (fs::recursive_directory_iterator entry(argument, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    if (entry->is_regular_file(unknown) && !hidden(entry->path())) files.push_back(entry->path());
  }
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  return !error;
}

// run passes a buffer of exactly the size of the file, so that the address sanitizer detects the first access beyond.
bool run(const fs::path& path, std::uint64_t& bytes) {
  std::ifstream file(path, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad()) return false;
  const std::unique_ptr<std::uint8_t[]> input(new std::uint8_t[content.size()]);
  if (!content.empty()) std::memcpy(input.get(), content.data(), content.size());
  (void)LLVMFuzzerTestOneInput(input.get(), content.size());
  bytes += content.size();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE|FOLDER...\n", argv[0]);
    return 4;
  }
  bool all = true;
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    if (files_of(argv[i], files)) continue;
    std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
    all = false;
  }
  std::uint64_t inputs = 0;
  std::uint64_t bytes = 0;
  for (const fs::path& file : files) {
    // Printed before the run: after a crash it is the last line.
    std::fprintf(stderr, "%s\n", file.c_str());
    if (run(file, bytes)) {
      ++inputs;
    } else {
      std::fprintf(stderr, "%s: cannot be read\n", file.c_str());
      all = false;
    }
  }
  std::printf("%llu inputs, %llu bytes, nothing found\n", static_cast<unsigned long long>(inputs),
              static_cast<unsigned long long>(bytes));
  if (!all) return 2;
  return inputs == 0 ? 3 : 0;
}
