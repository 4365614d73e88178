// HeadReader: reads start lines and fields. RFC 9112, sections 2 to 5.
#pragma once

#include <string_view>

#include "conformance/http/faults.hpp"
#include "conformance/http/messages.hpp"

namespace hallmark::http {

// Coding is the compression of the content.
enum class Coding : std::uint8_t { identity, gzip, deflate, other };

struct Head {
  Role role = Role::request;
  std::uint64_t status = 0;  // status code of a response
  bool sound = true;         // no error leaves the position of the body unknown
  bool readable = true;      // no error leaves the form of the body unknown
  bool transfer_encoded = false;
  bool chunked = false;  // chunked is the last transfer coding
  std::optional<std::uint64_t> content_length;
  Coding coding = Coding::identity;
  std::optional<std::uint64_t> header_length;  // from the header field

  [[nodiscard]] bool interim() const noexcept { return role == Role::response && status >= 100 && status < 200; }
};

// HeadReader advances a cursor over the file.
class HeadReader {
 public:
  HeadReader(Bytes file, std::uint64_t& cursor, Faults& faults, const Settings& settings) noexcept
      : file_(file), cursor_(cursor), faults_(faults), settings_(settings) {}

  [[nodiscard]] Head head();
  // trailers reads the fields after the last chunk; false if their end is unknown.
  [[nodiscard]] bool trailers();

 private:
  struct Line {
    std::uint64_t at = 0;  // offset of its first byte in the file
    std::string_view text;
  };

  bool line(Line& line);
  void end_line();
  void fields(const char* list);
  void start_line(const Line& line);
  void request_line(const Line& line);
  void status_line(const Line& line);
  bool version(std::string_view text, std::uint64_t at);
  void field(const Line& line, const Where& where);
  void known_field(std::string_view name, std::string_view value, std::uint64_t at, std::uint64_t value_at,
                   const Where& where);
  void content_length(std::string_view value, std::uint64_t at, const Where& where);
  void transfer_encoding(std::string_view value, std::uint64_t at, const Where& where);
  void content_encoding(std::string_view value, std::uint64_t at, const Where& where);
  void header_length(std::string_view value, std::uint64_t at, const Where& where);
  void both_lengths(std::string_view name, std::uint64_t at, const Where& where);
  void unsound(const Rule& rule, std::uint64_t offset, std::uint64_t length, const Where& where, Number actual = {},
               Number expected = {}) {
    if (faults_.condemns(rule, offset, length, where, actual, expected)) head_.sound = false;
  }

  Bytes file_;
  std::uint64_t& cursor_;
  Faults& faults_;
  const Settings& settings_;
  Head head_;
  std::uint64_t start_ = 0;  // start of the section
  bool trailer_ = false;
  bool bare_lf_ = false;           // a line ended with LF alone
  bool bare_lf_reported_ = false;  // report once per section
  bool old_ = false;               // HTTP/1.0
  bool header_length_seen_ = false;
  bool content_length_seen_ = false;
  bool both_seen_ = false;
  bool coded_ = false;  // a content coding was seen
  std::uint64_t transfer_encoding_at_ = 0;
  std::uint64_t transfer_encoding_size_ = 0;
  Where transfer_encoding_where_;
};

}  // namespace hallmark::http
