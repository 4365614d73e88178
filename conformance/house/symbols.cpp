// Reads the external symbols of object files with nm.
#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>

#include "conformance/house/rules.hpp"

namespace hallmark::house {
namespace {

std::string output_of(const std::string& command) {
  struct Close {
    int* status;
    void operator()(std::FILE* pipe) const { *status = ::pclose(pipe); }
  };
  int status = -1;
  std::string text;
  {
    const std::unique_ptr<std::FILE, Close> pipe(::popen(command.c_str(), "r"), Close{&status});
    if (!pipe) throw std::runtime_error("cannot run " + command);
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
      text.append(buffer.data(), count);
    }
  }
  if (status != 0) throw std::runtime_error("failed: " + command);
  return text;
}

// A list of allowed symbols: a list of all ways to allocate, throw or print could not be complete.
bool allowed(const std::string& symbol) {
  static const std::set<std::string> exact{"memcpy", "memmove", "memset", "memcmp", "memchr", "bcmp", "strlen",
                                           "__cxa_pure_virtual",  // vtables of abstract classes
                                           "__stack_chk_fail",    // hardened compilers
                                           "__cpu_model",         // what their runtime knows of the processor
                                           "_GLOBAL_OFFSET_TABLE_",
                                           // Fortified spellings of the above.
                                           "__memcpy_chk", "__memmove_chk", "__memset_chk"};
  if (exact.count(symbol) != 0) return true;
  // Symbols of the project itself.
  if (symbol.find("8hallmark") != std::string::npos && symbol.starts_with("_Z")) return true;
  // Instrumented builds.
  for (const char* prefix : {"__asan_", "__ubsan_", "__msan_", "__tsan_", "__sanitizer_", "__sancov_", "__gcov_",
                             "__llvm_", "__afl_", "__odr_asan", "__start___", "__stop___"}) {
    if (symbol.starts_with(prefix)) return true;
  }
  // std::to_chars neither allocates nor throws ([charconv.to.chars]).
  if (symbol.find("8to_chars") != std::string::npos &&
      (symbol.starts_with("_ZSt") || symbol.starts_with("_ZNSt"))) {
    return true;
  }
  // std::align is pure arithmetic; the others are 128-bit helpers of the compiler.
  return symbol.starts_with("_ZSt5align") ||
         (symbol.starts_with("__") && symbol.size() >= 6 && symbol.ends_with("ti3"));
}

// References to an object's own definitions, weak ones included, do not count. Type letters: nm(1).
bool undefined(const std::string& type) { return type == "U" || type == "w" || type == "v"; }

}  // namespace

Findings forbidden_symbols(const std::string& nm, const std::filesystem::path& library) {
  // POSIX format: "name type value size"; archive members are headed "lib.a[member.o]:".
  std::istringstream lines(output_of("'" + nm + "' -P '" + library.string() + "'"));
  Findings findings;
  std::set<std::string> defined;
  std::set<std::pair<std::string, std::string>> wanted;  // symbol, member
  std::string member;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == ':') {
      const auto open = line.rfind('[');
      member = open == std::string::npos ? line : line.substr(open + 1, line.rfind(']') - open - 1);
      continue;
    }
    std::istringstream words(line);
    std::string symbol;
    std::string type;
    if (!(words >> symbol >> type)) continue;
    if (undefined(type)) {
      wanted.insert({symbol, member});
    } else {
      defined.insert(symbol);
    }
  }
  if (defined.empty()) throw std::runtime_error("no symbols in " + library.string());
  for (const auto& [symbol, in] : wanted) {
    if (defined.count(symbol) == 0 && !allowed(symbol)) findings.push_back(in + ": references " + symbol);
  }
  return findings;
}

}  // namespace hallmark::house
