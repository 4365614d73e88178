// What the parts of the oracle share: the bytes of a file, and the report on them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/testing/oracle_log.hpp"
#include "conformance/testing/wide.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::oinf::oracle {

using std::uint32_t;
using std::uint64_t;
using testing::End;
using testing::Fault;
using testing::OracleReport;
using testing::Wide;  // sums and products of file numbers cannot wrap in it

// up gives the next multiple of 8.
inline Wide up(Wide size) { return (size + 7) / 8 * 8; }

// File reads numbers at offsets, and keeps the faults that are found.
class File : public testing::OracleLog {
 public:
  File(Bytes bytes, const Options& options);

  const uint32_t max_rank;

  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] int byte(uint64_t at) const { return std::to_integer<int>(bytes_[static_cast<std::size_t>(at)]); }
  [[nodiscard]] uint32_t u32(uint64_t at) const { return static_cast<uint32_t>(number(at, 4)); }
  [[nodiscard]] uint64_t u64(uint64_t at) const { return number(at, 8); }

  // These report the first byte of [begin, end) that is not 0, neither 0 nor 1, or no character of a name.
  void check_zeros(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path);
  void check_booleans(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path);
  void check_characters(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path);

 private:
  [[nodiscard]] uint64_t number(uint64_t at, int bytes) const;

  Bytes bytes_;
};

}  // namespace hallmark::oinf::oracle
