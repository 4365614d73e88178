// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/native/work.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace hallmark::benchmarks {

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

}  // namespace hallmark::benchmarks
