// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/embedded_corpus.hpp"

#ifdef HALLMARK_EMBEDDED_CORPUS
#include <algorithm>
#include <charconv>
#include <string_view>

#include "conformance/compression/gzip.hpp"
#include "conformance/suite/vector.hpp"

// An archive that CMake makes: tar, gzipped.
asm(".section .rodata\n"
    "hallmark_embedded_corpus: .incbin \"" HALLMARK_EMBEDDED_CORPUS
    "\"\n"
    "hallmark_embedded_corpus_end:\n"
    ".globl hallmark_embedded_corpus, hallmark_embedded_corpus_end\n"
    ".previous\n");
extern "C" const std::byte hallmark_embedded_corpus[];
extern "C" const std::byte hallmark_embedded_corpus_end[];
#endif

namespace hallmark::conformance {

#ifdef HALLMARK_EMBEDDED_CORPUS
namespace {

// POSIX.1-1988 (ustar): a header and its file each begin a block; the size is in octal digits.
constexpr std::size_t block = 512;
constexpr std::size_t name_size = 100;
constexpr std::size_t size_at = 124;
constexpr std::size_t size_digits = 11;
constexpr std::uint64_t most = std::uint64_t{1} << 30;

std::map<std::string, std::string> unpack() {
  std::map<std::string, std::string> files;
  compression::Buffer buffer;
  const compression::Unzipped archive =
      compression::unzip({hallmark_embedded_corpus, hallmark_embedded_corpus_end}, most, buffer);
  std::string_view rest = as_text(archive.content);
  while (rest.size() > block && rest.front() != '\0') {
    const std::string_view name = rest.substr(0, std::min(rest.find('\0'), name_size));
    std::size_t size = 0;
    std::from_chars(rest.data() + size_at, rest.data() + size_at + size_digits, size, 8);
    rest.remove_prefix(block);
    if (size > rest.size()) break;
    files.emplace(name, rest.substr(0, size));
    rest.remove_prefix(std::min((size + block - 1) / block * block, rest.size()));
  }
  if (files.empty()) throw UnreadableCorpus("the golden vectors in this program are damaged; copy it again");
  return files;
}

}  // namespace

const std::map<std::string, std::string>& embedded_corpus() {
  static const std::map<std::string, std::string> files = unpack();
  return files;
}
#else
const std::map<std::string, std::string>& embedded_corpus() {
  static const std::map<std::string, std::string> none;
  return none;
}
#endif

}  // namespace hallmark::conformance
