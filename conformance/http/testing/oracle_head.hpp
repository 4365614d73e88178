// Heads and trailers, as the oracle reads them, and the log of what is wrong.
#pragma once

#include <string>
#include <vector>

#include "conformance/http/testing/oracle.hpp"

namespace hallmark::http::oracle {

using std::size_t;

// Log adds faults with the severity and verdict of their rules; a rule is without the name of the family.
class Log {
 public:
  explicit Log(bool compat) : compat_(compat) {}
  void report(const std::string& rule, size_t at, size_t length, const std::string& path);
  [[nodiscard]] testing::OracleReport take() { return {std::move(faults_)}; }

 private:
  bool compat_;
  std::vector<testing::Fault> faults_;
};

// Broken ends the file: the end of the message is not known.
struct Broken {};

struct Head {
  Role role = Role::request;
  int status = 0;
  bool sound = true;     // the end of the message can be found
  bool readable = true;  // its body can be read
  bool coded = false;    // it has a transfer coding
  bool chunked = false;
  std::optional<std::uint64_t> content_length;
  std::string content_coding;
  std::optional<std::uint64_t> header_length;
};

// read_head reads the head that begins at `at`, which it moves behind the head.
[[nodiscard]] Head read_head(std::string_view file, size_t& at, const Settings& settings, Log& log);
// read_trailers does so with trailers.
void read_trailers(std::string_view file, size_t& at, const Settings& settings, Log& log);

// start_of gives the kind of message that a text begins with.
[[nodiscard]] std::optional<Role> start_of(std::string_view text);

[[nodiscard]] bool is_token(std::string_view text);
[[nodiscard]] bool is_control(char c);
[[nodiscard]] bool is_blank(char c);

}  // namespace hallmark::http::oracle
