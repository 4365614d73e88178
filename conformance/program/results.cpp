#include "conformance/program/results.hpp"

#include <fmt/format.h>

#include "conformance/examine/text_file.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::program {
namespace {

constexpr std::uint64_t largest_result = std::uint64_t{256} << 20;

void add(const std::string& path, Results& results) {
  const bool piped = path == "-";
  const std::string name = piped ? "standard input" : path;
  try {
    reports::add_results(
        piped ? conformance::text_of_standard_input(largest_result) : conformance::text_of_file(path, largest_result),
        results);
  } catch (const reports::BadJson& bad) {
    throw std::runtime_error(fmt::format("{}:{}:{}: {}", name, bad.line, bad.column, bad.what()));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace

Results read_results(const std::vector<std::string>& paths) {
  Results results;
  for (const std::string& path : paths) add(path, results);
  return results;
}

}  // namespace hallmark::program
