// What the parts of the oracle share: the bytes of a file, and the report on them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/testing/expected_report.hpp"
#include "conformance/testing/wide.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/options.hpp"

namespace hallmark::oinf::oracle {

using std::uint32_t;
using std::uint64_t;
using testing::Fault;
using testing::OracleReport;
using testing::Wide;  // sums and products of file numbers cannot wrap in it

// up gives the next multiple of 8.
inline Wide up(Wide size) { return (size + 7) / 8 * 8; }

// End ends the walk.
struct End {};

// File reads numbers at offsets, and keeps the faults that are found.
class File {
 public:
  File(Bytes bytes, const Options& options)
      : max_rank(options.limits.max_rank.value_or(255)), bytes_(bytes), compat_(options.profile == Profile::compat) {}

  const uint32_t max_rank;
  std::vector<Fault> faults;  // in order

  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] int byte(uint64_t at) const { return std::to_integer<int>(bytes_[static_cast<std::size_t>(at)]); }
  [[nodiscard]] uint32_t u32(uint64_t at) const { return static_cast<uint32_t>(number(at, 4)); }
  [[nodiscard]] uint64_t u64(uint64_t at) const { return number(at, 8); }

  // report adds a fault; its rule is without the name of the family.
  void report(const std::string& rule, uint64_t at, uint64_t length, const std::string& path);
  // fail reports a fault that ends the walk.
  [[noreturn]] void fail(const std::string& rule, uint64_t at, uint64_t length, const std::string& path) {
    report(rule, at, length, path);
    throw End{};
  }

  // These report the first byte of [begin, end) that is not 0, neither 0 nor 1, or no character of a name.
  void check_zeros(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path);
  void check_booleans(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path);
  void check_characters(uint64_t begin, uint64_t end, const std::string& rule, const std::string& path);

 private:
  [[nodiscard]] uint64_t number(uint64_t at, int bytes) const;

  Bytes bytes_;
  bool compat_;
};

}  // namespace hallmark::oinf::oracle
