// Oracle of OINF files: the tables, then the data that they describe.
#include "conformance/oinf/oracle.hpp"

#include "conformance/oinf/oracle_data.hpp"

namespace hallmark::oinf::oracle {

OracleReport report_on(Bytes bytes, const Options& options) {
  File file(bytes, options);
  try {
    const Tables tables = read_tables(file);
    check_data(file, tables);
  } catch (const End&) {
  }
  return {std::move(file.faults)};
}

}  // namespace hallmark::oinf::oracle
