// Lexer: the words, numbers and separators of a stream, and the faults in the way they are written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/futhark/oracle_numbers.hpp"
#include "conformance/futhark/oracle_report.hpp"

namespace hallmark::futhark::oracle {

inline const std::string decimal_digits = "0123456789";
inline const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

inline bool is_white(int c) { return c == 0x20 || (c >= 0x09 && c <= 0x0d); }

class Lexer {
 public:
  Lexer(std::string stream, Log& log) : text(std::move(stream)), log_(log) {}

  const std::string text;
  size_t position = 0;
  std::optional<std::pair<size_t, size_t>> comment;  // the first since it was reset, and its length

  [[nodiscard]] int at(size_t i) const { return i < text.size() ? static_cast<unsigned char>(text[i]) : -1; }
  [[nodiscard]] int here() const { return at(position); }
  [[nodiscard]] bool is(const std::string& set) const {
    return here() > 0 && set.find(static_cast<char>(here())) != std::string::npos;
  }
  [[nodiscard]] uint64_t number_at(size_t from, int bytes) const {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; --i) value = value * 256 + static_cast<uint64_t>(at(from + static_cast<size_t>(i)));
    return value;
  }

  [[noreturn]] void truncated() { log_.fail("text-truncated", text.size(), 0); }
  [[noreturn]] void missing(const std::string& rule) {
    if (here() < 0) truncated();
    log_.fail(refused(rule), position, 1);
  }

  void separators();
  // Reads on while what is read begins one of the words.
  Word word(const std::map<std::string, Word>& list);
  Lexeme scalar();
  Lexeme number(bool quiet);

 private:
  // Mark is what is unusual about the way a number is written; reported when the number has been read.
  struct Mark {
    std::string rule;
    size_t offset;
    size_t length;
  };
  void mark(const std::string& rule, size_t offset, size_t length = 1) { marks_.push_back({rule, offset, length}); }
  void report_marks(bool quiet);
  [[noreturn]] void stop(const std::string& rule) const;
  // The rule that is broken where another one would be, had not some reader a use for what is found.
  [[nodiscard]] std::string refused(const std::string& rule) const;
  // Digits from a digit on, underscores left out.
  std::string digits(const std::string& set, const std::string& rule = "part-missing");
  void body(Lexeme& number);
  void hexadecimal(Lexeme& number);
  // From the mark of the exponent on.
  std::string exponent();
  std::optional<DType> suffix(Lexeme& number);

  Log& log_;
  std::vector<Mark> marks_;
  bool quiet_ = false;
};

}  // namespace hallmark::futhark::oracle
