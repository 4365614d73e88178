// SPDX-License-Identifier: Apache-2.0
// Driver of a fuzz target without an engine: runs it once on every given file, and on every file in given folders. With
// --rate SECONDS BYTES it runs the first BYTES of each again and again for so long, and prints how many inputs a second
// the target takes. Exit codes: 0 every input was run, 2 a file could not be read, 3 there was no input, 4 wrong usage.
// A target that finds a bug ends the process.
//
// Files and folders are read through POSIX alone: the memory sanitizer knows what these functions write, and nothing of
// what the streams and std::filesystem of a library do that it has not instrumented.
#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

bool files_of(const std::string& path, std::vector<std::string>& files);

// files_in returns the files of a folder and of the folders in it. Hidden files such as .gitkeep are skipped.
bool files_in(const std::string& path, std::vector<std::string>& files) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  if (folder == nullptr) return false;
  bool all = true;
  while (const dirent* entry = readdir(folder.get())) {
    if (entry->d_name[0] != '.') all = files_of(path + '/' + entry->d_name, files) && all;
  }
  return all;
}

bool files_of(const std::string& path, std::vector<std::string>& files) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return false;
  if (S_ISDIR(status.st_mode)) return files_in(path, files);
  files.push_back(path);
  return true;
}

// content_of returns false for a file that cannot be read.
bool content_of(const std::string& path, std::vector<std::uint8_t>& content) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) return false;
  std::uint8_t block[65536];
  std::size_t size = 0;
  while ((size = std::fread(block, 1, sizeof block, file.get())) > 0)
    content.insert(content.end(), block, block + size);
  return std::ferror(file.get()) == 0;
}

// Input is a buffer of exactly the size of the file, or of what is wanted of it, so that the address sanitizer detects
// the first access beyond.
struct Input {
  std::unique_ptr<std::uint8_t[]> bytes;
  std::size_t size = 0;
};

bool read(const std::string& path, std::size_t most, Input& input) {
  std::vector<std::uint8_t> content;
  if (!content_of(path, content)) return false;
  input.size = std::min(content.size(), most);
  input.bytes.reset(new std::uint8_t[input.size]);
  if (input.size != 0) std::memcpy(input.bytes.get(), content.data(), input.size);
  return true;
}

// measure prints the inputs a second of the target alone, in time of the processor.
void measure(const std::vector<Input>& inputs, double seconds) {
  const std::clock_t begin = std::clock();
  double runs = 0;
  double taken = 0;
  for (; !inputs.empty() && taken < seconds; taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC) {
    for (const Input& input : inputs) (void)LLVMFuzzerTestOneInput(input.bytes.get(), input.size);
    runs += static_cast<double>(inputs.size());
  }
  if (taken > 0) std::printf("%.0f inputs a second\n", runs / taken);
}

}  // namespace

int main(int argc, char** argv) {
  const bool measured = argc > 4 && std::strcmp(argv[1], "--rate") == 0;
  const double seconds = measured ? std::atof(argv[2]) : 0;
  const std::size_t most = measured ? std::strtoull(argv[3], nullptr, 10) : SIZE_MAX;
  if (argc < 2 || (!measured && argv[1][0] == '-')) {
    std::fprintf(stderr, "usage: %s [--rate SECONDS BYTES] FILE|FOLDER...\n", argv[0]);
    return 4;
  }
  bool all = true;
  std::vector<std::string> files;
  for (int i = measured ? 4 : 1; i < argc; ++i) {
    const auto before = static_cast<std::ptrdiff_t>(files.size());
    if (!files_of(argv[i], files)) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      all = false;
    }
    // Sorted, so that replays are repeatable.
    std::sort(files.begin() + before, files.end());
  }
  std::uint64_t bytes = 0;
  std::vector<Input> inputs;
  for (const std::string& file : files) {
    // Printed before the run: after a crash it is the last line.
    if (!measured) std::fprintf(stderr, "%s\n", file.c_str());
    Input input;
    if (!read(file, most, input)) {
      std::fprintf(stderr, "%s: cannot be read\n", file.c_str());
      all = false;
      continue;
    }
    bytes += input.size;
    if (!measured) {
      (void)LLVMFuzzerTestOneInput(input.bytes.get(), input.size);
      input.bytes.reset();
    }
    inputs.push_back(std::move(input));
  }
  if (measured) {
    measure(inputs, seconds);
  } else {
    std::printf("%zu inputs, %llu bytes, nothing found\n", inputs.size(), static_cast<unsigned long long>(bytes));
  }
  if (!all) return 2;
  return inputs.empty() ? 3 : 0;
}
