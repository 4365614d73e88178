#include "conformance/process/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "conformance/process/descendants.hpp"

namespace hallmark::runner {
namespace {

// read_small returns the start of a file of /proc, or "" if the process no longer exists.
std::string read_small(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
  if (file == nullptr) return {};
  char text[2048];
  return std::string(text, std::fread(text, 1, sizeof text, file.get()));
}

void write_small(const std::string& path, const char* text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "we"), &std::fclose);
  if (file != nullptr) std::fputs(text, file.get());
}

// resident_of returns bytes: the second number of statm, proc(5).
std::uint64_t resident_of(pid_t process) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::string text = read_small(fmt::format("/proc/{}/statm", process));
  const std::size_t second = text.find(' ');
  return second == std::string::npos ? 0 : std::strtoull(text.c_str() + second, nullptr, 10) * page;
}

}  // namespace

std::uint64_t MemoryWatch::resident_of_others() const {
  std::vector<pid_t> found;
  const auto add = [&found](pid_t process) { found.push_back(process); };
  each_child(guardian_, guardian_, add);
  std::uint64_t sum = 0;
  for (std::size_t next = 0; next < found.size(); ++next) {
    const pid_t process = found[next];
    if (process != program_) sum += resident_of(process);
    std::error_code gone;
    const std::string threads = fmt::format("/proc/{}/task", process);
    for (std::filesystem::directory_iterator thread(threads, gone), end; thread != end; thread.increment(gone)) {
      each_child(process, std::atoi(thread->path().filename().c_str()), add);
    }
  }
  return sum;
}

std::uint64_t MemoryWatch::resident() {
  const Clock::time_point start = Clock::now();
  if (start >= next_look_) {
    others_ = resident_of_others();
    const Clock::time_point end = Clock::now();
    next_look_ = end + 20 * (end - start);
  }
  return resident_of(program_) + others_;
}

std::uint64_t MemoryWatch::peak() const {
  const std::string process = fmt::format("/proc/{}", program_);
  constexpr std::string_view field = "VmHWM:";
  const std::string text = read_small(process + "/status");
  const std::size_t at = text.find(field);
  if (at == std::string::npos) return 0;
  write_small(process + "/clear_refs", "5");  // the peak from now on: proc(5)
  return std::strtoull(text.c_str() + at + field.size(), nullptr, 10) * 1024;
}

}  // namespace hallmark::runner
