// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/native/work.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <optional>

namespace hallmark::benchmarks {
namespace {

std::uint64_t nanoseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_usec) * 1000U;
}

// Processor time of this process and of the programs that it started.
std::uint64_t processor_time() {
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<std::uint64_t>(own.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(own.tv_nsec) +
         nanoseconds(children.ru_utime) + nanoseconds(children.ru_stime);
}

// passes prints the nanoseconds of so many passes, of the processor and by the clock, and the peak memory of programs.
void passes(const PeerWork& work, std::optional<std::uint64_t>& count, std::uint64_t number) {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t cpu = processor_time();
  const auto start = Clock::now();
  for (std::uint64_t i = 0; i < number; ++i) {
    const std::uint64_t each = work.pass();
    if (count.value_or(each) != each) throw Refused("passes do not agree");
    count = each;
  }
  const std::chrono::nanoseconds wall = Clock::now() - start;
  const auto total = processor_time() - cpu;
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  std::cout << total << ' ' << wall.count();
  if (children.ru_maxrss != 0) std::cout << ' ' << children.ru_maxrss * 1024;
  std::cout << std::endl;
}

}  // namespace

MappedFile::MappedFile(const std::string& path, std::span<std::byte> start) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat about{};
  if (file < 0 || fstat(file, &about) != 0) throw Refused(path + ": cannot be opened");
  size_ = static_cast<std::size_t>(about.st_size);
  memory_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  const ssize_t got = start.empty() ? 0 : pread(file, start.data(), start.size(), 0);
  close(file);
  if (got == -1) throw Refused(path + ": cannot be read");
  start_ = start.first(static_cast<std::size_t>(got));
  if (memory_ == MAP_FAILED) throw Refused(path + ": cannot be mapped");
}

MappedFile::~MappedFile() { munmap(memory_, size_); }

std::uint64_t MappedFile::read() const {
  constexpr std::size_t page = 4096;
  const volatile std::byte* at = bytes().data();
  std::uint64_t pages = 0;
  for (std::size_t offset = 0; offset < size_; offset += page, ++pages) (void)at[offset];
  return pages;
}

Input input_of(const std::string& path) {
  auto file = std::make_shared<const MappedFile>(path);
  (void)file->read();
  return file;
}

std::uint64_t header_length_of(const std::string& path) {
  std::ifstream in(path + ".header_length");
  std::uint64_t length = 0;
  if (!(in >> length)) throw Refused(path + ".header_length: cannot be read");
  return length;
}

std::string answer_of(const std::vector<std::pair<const char*, std::uint64_t>>& numbers) {
  std::string text;
  for (const auto& [name, number] : numbers) {
    if (!text.empty()) text += ' ';
    text += std::string(name) + "=" + std::to_string(number);
  }
  return text;
}

int serve(const std::string& version, const std::function<PeerWork()>& make) {
  try {
    const PeerWork work = make();
    std::cout << "loaded " << version << std::endl;
    std::optional<std::uint64_t> count;
    for (std::string command; std::cin >> command;) {
      if (command == "check") {
        std::cout << work.answer() << std::endl;
      } else if (std::uint64_t number = 0; command == "run" && std::cin >> number) {
        passes(work, count, number);
      } else {
        throw Refused("unknown command " + command);
      }
    }
    return 0;
  } catch (const std::exception& error) {
    std::cout << "cannot " << error.what() << std::endl;
    return 2;
  }
}

}  // namespace hallmark::benchmarks
