// SPDX-License-Identifier: Apache-2.0
#include "conformance/process/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "conformance/process/descendants.hpp"

namespace hallmark::runner {
namespace {

// resident_of returns bytes, 0 if the process no longer exists: the second number of statm, proc(5).
std::uint64_t resident_of(pid_t process) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  std::ifstream(fmt::format("/proc/{}/statm", process)) >> size >> resident;
  return resident * page;
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
  std::ifstream status(process + "/status");
  for (std::string field; std::getline(status, field);) {
    if (!field.starts_with("VmHWM:")) continue;
    std::ofstream(process + "/clear_refs") << 5;  // the peak from now on: proc(5)
    return std::strtoull(field.c_str() + field.find(':') + 1, nullptr, 10) * 1024;
  }
  return 0;
}

}  // namespace hallmark::runner
