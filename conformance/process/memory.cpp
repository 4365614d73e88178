#include "conformance/process/memory.hpp"

#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

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

// Usage holds fields of /proc/<pid>/stat, numbered as in proc(5).
struct Usage {
  long group = 0;              // field 5
  std::uint64_t resident = 0;  // field 24, converted to bytes
};

Usage usage_of(const char* pid) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::string text = read_small(std::string("/proc/") + pid + "/stat");
  const std::size_t name_end = text.rfind(')');  // field 2 may hold spaces and brackets
  Usage usage;
  if (name_end == std::string::npos) return usage;
  const char* at = text.c_str() + name_end + 1;
  for (int field = 3; *at == ' '; ++field) {
    ++at;
    if (field == 5) usage.group = std::strtol(at, nullptr, 10);
    if (field == 24) {
      usage.resident = std::strtoull(at, nullptr, 10) * page;
      break;
    }
    at += std::strcspn(at, " ");
  }
  return usage;
}

}  // namespace

std::uint64_t MemoryWatch::resident() {
  const std::uint64_t leader = usage_of(std::to_string(group_).c_str()).resident;
  const Clock::time_point start = Clock::now();
  if (start < next_scan_) return leader + others_;

  others_ = 0;
  const std::unique_ptr<DIR, int (*)(DIR*)> processes(::opendir("/proc"), &::closedir);
  while (const dirent* entry = processes == nullptr ? nullptr : ::readdir(processes.get())) {
    const bool is_process = entry->d_name[0] >= '1' && entry->d_name[0] <= '9';
    if (!is_process || std::atol(entry->d_name) == group_) continue;
    const Usage usage = usage_of(entry->d_name);
    if (usage.group == group_) others_ += usage.resident;
  }
  const Clock::time_point end = Clock::now();
  next_scan_ = end + 20 * (end - start);
  return leader + others_;
}

std::uint64_t MemoryWatch::peak() const {
  const std::string process = "/proc/" + std::to_string(group_);
  constexpr std::string_view field = "VmHWM:";
  const std::string text = read_small(process + "/status");
  const std::size_t at = text.find(field);
  if (at == std::string::npos) return 0;
  write_small(process + "/clear_refs", "5");  // the peak from now on: proc(5)
  return std::strtoull(text.c_str() + at + field.size(), nullptr, 10) * 1024;
}

}  // namespace hallmark::runner
