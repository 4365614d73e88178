// Oracle of HTTP messages: start lines and fields.
#include "conformance/http/testing/oracle_head.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "conformance/testing/wide.hpp"

namespace hallmark::http::oracle {
namespace {

constexpr size_t longest = size_t{1} << 20;  // bytes of a head, or of trailers

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Text is a piece of the file and its offset.
struct Text {
  size_t at = 0;
  std::string text;

  [[nodiscard]] Text part(size_t from, size_t size = std::string::npos) const {
    return {at + from, text.substr(from, size)};
  }
  [[nodiscard]] Text trimmed() const {
    size_t from = 0;
    size_t to = text.size();
    while (from < to && is_blank(text[from])) ++from;
    while (to > from && is_blank(text[to - 1])) --to;
    return part(from, to - from);
  }
  [[nodiscard]] std::vector<Text> elements() const {
    std::vector<Text> all;
    for (size_t from = 0; from <= text.size();) {
      const size_t to = std::min(text.find(',', from), text.size());
      if (const Text one = part(from, to - from).trimmed(); !one.text.empty()) all.push_back(one);
      from = to + 1;
    }
    return all;
  }
};

// A number of digits; one above 64 bits is the largest.
std::optional<std::uint64_t> number(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  testing::Wide value = 0;
  for (const char c : text) value = std::min<testing::Wide>(value * 10 + static_cast<unsigned>(c - '0'), UINT64_MAX);
  return static_cast<std::uint64_t>(value);
}

class Section {
 public:
  Section(std::string_view file, size_t& at, const Settings& settings, Log& log)
      : file_(file), at_(at), begin_(at), settings_(settings), log_(log) {}

  Head head() {
    Text first;
    if (!line(first)) return head_;
    head_.role = first.text.rfind("HTTP/", 0) == 0 ? Role::response : Role::request;
    start_line(first);
    end_line();
    fields("fields");
    if (head_.role == Role::request && head_.coded && !head_.chunked && head_.sound) {
      unsound("chunked-not-last", codings_, codings_path_);
    }
    return head_;
  }
  Head trailers() {
    trailers_ = true;
    fields("trailers");
    return head_;
  }

 private:
  void report(const std::string& rule, const Text& at, const std::string& path) {
    log_.report(rule, at.at, at.text.size(), path);
  }
  void unsound(const std::string& rule, const Text& at, const std::string& path) {
    head_.sound = false;
    report(rule, at, path);
  }

  // line gives the next line without its end.
  bool line(Text& line) {
    const size_t lf = file_.find('\n', at_);
    const size_t last = begin_ + longest;
    if (lf == std::string_view::npos || lf >= last) {
      head_.sound = false;
      const bool limit = file_.size() > last;
      log_.report(limit ? "head-limit" : "head-truncated", limit ? last : file_.size(), limit ? 1 : 0, "head");
      return false;
    }
    line = {at_, std::string(file_.substr(at_, lf - at_))};
    at_ = lf + 1;
    lf_alone_ = !line.text.ends_with('\r');
    if (!lf_alone_) line.text.pop_back();
    return true;
  }
  // Of the lines that end with LF alone the first is reported, behind what is wrong in it.
  void end_line() {
    if (lf_alone_ && !lf_reported_) {
      log_.report("bare-lf", at_ - 1, 1, "head");
      lf_reported_ = true;
    }
  }

  void fields(const std::string& list) {
    Text next;
    for (size_t i = 0; line(next); ++i) {
      if (next.text.empty()) return end_line();
      field(next, list + "[" + std::to_string(i) + "]");
      end_line();
    }
  }

  void start_line(const Text& line) {
    if (settings_.expected && settings_.expected != head_.role) {
      head_.readable = false;
      report(head_.role == Role::response ? "not-a-request" : "not-a-response", line, "start-line");
    }
    if (const size_t cr = line.text.find('\r'); cr != std::string::npos) {
      return unsound("bare-cr", line.part(cr, 1), "start-line");
    }
    head_.role == Role::response ? status_line(line) : request_line(line);
  }

  void request_line(const Text& line) {
    const size_t first = line.text.find(' ');
    const size_t last = line.text.rfind(' ');
    if (first == last || !is_token(line.text.substr(0, first))) return unsound("request-line", line, "start-line");
    const Text target = line.part(first + 1, last - first - 1);
    const auto bad = std::ranges::find_if(target.text, [](unsigned char c) { return c <= ' ' || c >= 0x7f; });
    if (target.text.empty() || bad != target.text.end()) {
      return unsound("request-line", target.part(static_cast<size_t>(bad - target.text.begin()), 1),
                     "start-line.target");
    }
    (void)version(line.part(last + 1));
  }

  void status_line(const Text& line) {
    const size_t space = std::min(line.text.find(' '), line.text.size());
    const Text name = line.part(0, space);
    if (!version(name)) return;
    const Text rest = line.part(std::min(space + 1, line.text.size()));
    const auto code = number(rest.text.substr(0, 3));
    const bool ended = rest.text.size() == 3 && name.text.rfind("HTTP/2", 0) == 0;
    if (!code || rest.text.size() < 3 || (!ended && rest.text.substr(3, 1) != " ")) {
      return unsound("status-line", rest, "start-line.status");
    }
    head_.status = static_cast<int>(*code);
    if (*code < 100 || *code > 599) report("status-code", rest.part(0, 3), "start-line.status");
    const auto control = std::ranges::find_if(rest.text, is_control);
    if (control == rest.text.end()) return;
    unsound("status-line", rest.part(static_cast<size_t>(control - rest.text.begin()), 1), "start-line.reason");
  }

  bool version(const Text& text) {
    static const std::regex form("HTTP/[0-9](\\.[0-9])?");
    static const std::set<std::string> known = {"HTTP/1.0", "HTTP/1.1"};
    static const std::set<std::string> printed = {"HTTP/2", "HTTP/2.0"};
    if (!std::regex_match(text.text, form)) {
      unsound("version", text, "start-line.version");
      return false;
    }
    old_ = text.text == "HTTP/1.0";
    if (!known.contains(text.text) && !(head_.role == Role::response && printed.contains(text.text))) {
      unsound("version-unsupported", text, "start-line.version");
    }
    return true;
  }

  void field(const Text& line, const std::string& path) {
    if (const size_t cr = line.text.find('\r'); cr != std::string::npos) {
      return unsound("bare-cr", line.part(cr, 1), path);
    }
    const size_t text = std::min(line.text.find_first_not_of(" \t"), line.text.size());
    if (text != 0) return unsound("obs-fold", line.part(0, text), path);
    const size_t colon = line.text.find(':');
    if (colon == std::string::npos) return unsound("field-colon", line, path);
    if (colon == 0) return unsound("field-name-empty", line.part(0, 1), path + ".name");
    const Text name = line.part(0, colon).trimmed();
    for (size_t i = 0; i < name.text.size(); ++i) {
      if (!is_token(name.text.substr(i, 1))) return unsound("field-name", name.part(i, 1), path + ".name");
    }
    if (name.text.size() != colon) {
      return unsound("space-before-colon", line.part(name.text.size(), colon - name.text.size()), path + ".name");
    }
    const Text value = line.part(colon + 1).trimmed();
    const auto control = std::ranges::find_if(value.text, is_control);
    if (control != value.text.end()) {
      return unsound("field-value", value.part(static_cast<size_t>(control - value.text.begin()), 1), path + ".value");
    }
    known_field(name, value, path);
  }

  void known_field(const Text& name, const Text& value, const std::string& path) {
    static const std::set<std::string> framing = {"content-length", "transfer-encoding", "content-encoding",
                                                  "inference-header-content-length"};
    const std::string key = lower(name.text);
    if (!framing.contains(key)) return;
    if (trailers_) return report("trailer-field", name, path + ".name");
    const bool again = !seen_.insert(key).second;
    if (key == "content-length") {
      if (again) return unsound("content-length-twice", name, path + ".name");
      check_both(name, path);
      head_.content_length = number(value.text);
      if (!head_.content_length) unsound("content-length", value, path + ".value");
    } else if (key == "transfer-encoding") {
      if (old_) {
        seen_.erase(key);
        return unsound("transfer-encoding-version", name, path + ".name");
      }
      check_both(name, path);
      transfer_codings(value, path + ".value");
    } else if (key == "content-encoding") {
      content_codings(value, path + ".value");
    } else if (again) {
      unreadable("header-length-twice", name, path + ".name");
    } else {
      head_.header_length = number(value.text);
      if (!head_.header_length) unreadable("header-length", value, path + ".value");
      if (settings_.header_length) report("header-length-option", value, path + ".value");
    }
  }

  // The option makes good what is wrong with the field.
  void unreadable(const std::string& rule, const Text& at, const std::string& path) {
    if (!settings_.header_length) head_.readable = false;
    report(rule, at, path);
  }

  void check_both(const Text& name, const std::string& path) {
    if (both_ || !seen_.contains("content-length") || !seen_.contains("transfer-encoding")) return;
    both_ = true;
    unsound("length-and-chunked", name, path + ".name");
  }

  void transfer_codings(const Text& value, const std::string& path) {
    head_.coded = true;
    codings_ = value;
    codings_path_ = path;
    if (value.elements().empty()) unsound("transfer-encoding", value, path);
    for (const Text& one : value.elements()) {
      const std::string name = lower(one.part(0, one.text.find(';')).trimmed().text);
      if (!is_token(name)) {
        unsound("transfer-encoding", one, path);
      } else if (head_.chunked) {
        unsound("chunked-not-last", one, path);
      } else {
        head_.chunked = name == "chunked";
        if (lower(one.text) == "chunked") continue;
        head_.readable = false;
        report("transfer-coding", one, path);
      }
    }
  }

  // One coding beside identity is undone.
  void content_codings(const Text& value, const std::string& path) {
    static const std::set<std::string> known = {"gzip", "x-gzip", "deflate"};
    for (const Text& one : value.elements()) {
      const std::string name = lower(one.text);
      if (name == "identity") continue;
      if (known.contains(name) && head_.content_coding.empty()) {
        head_.content_coding = name;
        continue;
      }
      head_.content_coding = name;
      head_.readable = false;
      report("content-coding", one, path);
    }
  }

  std::string_view file_;
  size_t& at_;
  size_t begin_;
  const Settings& settings_;
  Log& log_;
  Head head_;
  std::set<std::string> seen_;  // fields of framing
  Text codings_;                // the value of the last Transfer-Encoding
  std::string codings_path_;
  bool trailers_ = false;
  bool lf_alone_ = false;
  bool lf_reported_ = false;
  bool old_ = false;  // HTTP/1.0
  bool both_ = false;
};

}  // namespace

bool is_token(std::string_view text) {
  static const std::string others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 && byte != 0 && (std::isalnum(byte) != 0 || others.find(c) != std::string::npos);
  });
}
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte != '\t' && (byte < 0x20 || byte == 0x7f);
}
bool is_blank(char c) { return c == ' ' || c == '\t'; }

void Log::report(const std::string& rule, size_t at, size_t length, const std::string& path) {
  static const std::set<std::string> unsupported = {"version-unsupported", "transfer-coding", "content-coding"};
  static const std::set<std::string> limits = {"head-limit", "content-limit"};
  testing::Fault fault{"http/" + rule, at, length, path, Severity::error, Verdict::invalid};
  if (rule == "header-length-option") fault.severity = Severity::note;
  if (rule == "empty-line" || (rule == "bare-lf" && compat_)) fault.severity = Severity::warning;
  if (unsupported.contains(rule)) fault.verdict = Verdict::unsupported;
  if (limits.contains(rule)) fault.verdict = Verdict::limited;
  faults_.push_back(fault);
}

Head read_head(std::string_view file, size_t& at, const Settings& settings, Log& log) {
  return Section(file, at, settings, log).head();
}

void read_trailers(std::string_view file, size_t& at, const Settings& settings, Log& log) {
  if (!Section(file, at, settings, log).trailers().sound) throw Broken{};
}

std::optional<Role> start_of(std::string_view text) {
  if (text.substr(0, 5) == "HTTP/") return Role::response;
  text = text.substr(0, std::min<size_t>(text.size(), longest));
  const auto end = std::ranges::find_if(text, [](char c) { return is_control(c) || c == '\t'; });
  text = text.substr(0, static_cast<size_t>(end - text.begin()));
  const size_t first = text.find(' ');
  if (first == std::string_view::npos || !is_token(text.substr(0, first))) return std::nullopt;
  if (text.substr(text.rfind(' ') + 1, 5) != "HTTP/") return std::nullopt;
  return Role::request;
}

}  // namespace hallmark::http::oracle
