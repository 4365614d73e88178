// Driver of a fuzz target without an engine: runs it once on every given file, and on every file in given folders.
// Exit codes: 0 every input was run, 2 a file could not be read, 3 there was no input, 4 wrong usage. A target that
// finds a bug ends the process.
//
// Files and folders are read through POSIX alone: the memory sanitizer knows what these functions write, and nothing of
// what the streams and std::filesystem of a library do that it has not instrumented.
#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
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

// run passes a buffer of exactly the size of the file, so that the address sanitizer detects the first access beyond.
bool run(const std::string& path, std::uint64_t& bytes) {
  std::vector<std::uint8_t> content;
  if (!content_of(path, content)) return false;
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
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const auto before = static_cast<std::ptrdiff_t>(files.size());
    if (!files_of(argv[i], files)) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      all = false;
    }
    // Sorted, so that replays are repeatable.
    std::sort(files.begin() + before, files.end());
  }
  std::uint64_t inputs = 0;
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
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
