// Three independent faults in one file give exactly those three diagnostics, whichever they are and however the
// elements that carry them are nested.
#include "conformance/testing/three_faults.hpp"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace hallmark::bson {
namespace {

using testing::Expected;

// Assembler writes BSON byte by byte, right or wrong, and knows the path of the element it writes.
class Assembler {
 public:
  enum class Host { document, array, scope };

  Assembler& raw(const std::vector<int>& values) {
    for (const int value : values) bytes_.push_back(static_cast<std::byte>(value));
    return *this;
  }
  Assembler& int32(std::int32_t value) {
    bytes_.resize(bytes_.size() + 4);
    store_le(bytes_.data() + bytes_.size() - 4, value);
    return *this;
  }
  // element starts one: type and key. Elements of arrays get the key of their position, whatever `key` says.
  Assembler& element(int type, std::string_view key) {
    Open& parent = open_.back();
    const std::string written = parent.array ? std::to_string(parent.elements) : std::string(key);
    element_path_ = parent.path + (parent.array ? "[" + written + "]" : "." + written);
    ++parent.elements;
    raw({type});
    for (const char c : written) raw({c});
    return raw({0});
  }

  void begin_file_document() { push(fmt::format("documents[{}]", documents_++), false, nowhere); }
  void begin(Host host, std::string_view key) {
    element(host == Host::document ? 3 : host == Host::array ? 4 : 15, key);
    const std::string path = element_path_;
    std::size_t scope_at = nowhere;
    if (host == Host::scope) {
      scope_at = at();
      int32(0).int32(2).raw({'c', 0});
    }
    push(path, host == Host::array, scope_at);
  }
  void end() {
    raw({terminator_});
    terminator_ = 0;
    const Open closed = open_.back();
    open_.pop_back();
    store_le(bytes_.data() + closed.at, static_cast<std::int32_t>(at() - closed.at));
    if (closed.scope_at != nowhere) {
      store_le(bytes_.data() + closed.scope_at, static_cast<std::int32_t>(at() - closed.scope_at));
    }
  }
  // The innermost open document will end with this byte instead of 0.
  void end_with(int terminator) { terminator_ = terminator; }

  [[nodiscard]] bool is_open() const { return !open_.empty(); }
  [[nodiscard]] std::size_t at() const { return bytes_.size(); }
  [[nodiscard]] const std::string& element_path() const { return element_path_; }
  [[nodiscard]] const std::string& host_path() const { return open_.back().path; }
  [[nodiscard]] bool in_array() const { return open_.back().array; }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  static constexpr std::size_t nowhere = SIZE_MAX;
  struct Open {
    std::size_t at = 0;
    std::size_t scope_at = nowhere;
    std::string path;
    bool array = false;
    std::uint32_t elements = 0;
  };

  void push(const std::string& path, bool array, std::size_t scope_at) {
    open_.push_back({at(), scope_at, path, array, 0});
    int32(0);
  }

  std::vector<std::byte> bytes_;
  std::vector<Open> open_;
  std::string element_path_;
  int terminator_ = 0;
  std::uint64_t documents_ = 0;
};

// How the walk goes on behind a fault.
enum class After {
  next_element,  // its end is known
  host_end,      // behind the document that holds it; what follows inside is not read
  last,          // as host_end, and the fault needs the end of its document right behind it
};

struct Fault {
  const char* name;
  After after;
  std::function<Expected(Assembler& to)> write;
};

// An element of a type with these bytes behind its key; the fault is at `shift` of them.
auto value(int type, std::size_t shift, const char* rule, const std::vector<int>& bytes) {
  return [=](Assembler& to) {
    to.element(type, "k");
    const std::size_t at = to.at();
    to.raw(bytes);
    return Expected{rule, at + shift, to.element_path()};
  };
}

// Bytes where an element should be; the fault is at `shift` of them.
auto instead(std::size_t shift, const char* rule, const std::vector<int>& bytes) {
  return [=](Assembler& to) {
    const std::size_t at = to.at();
    to.raw(bytes);
    return Expected{rule, at + shift, to.host_path()};
  };
}

// A null whose key is not UTF-8 after its first byte. Keys of arrays are their positions: there, another fault.
auto bad_key(const char* rule, const std::string& bytes, const char* shown, const auto& other) {
  return [=](Assembler& to) {
    if (to.in_array()) return other(to);
    const std::string path = to.host_path() + shown;
    to.element(10, bytes);
    return Expected{rule, to.at() - bytes.size(), path};
  };
}

const Fault faults[] = {
    {"boolean", After::next_element, value(8, 0, "bson/boolean", {2})},
    {"string utf-8", After::next_element, value(2, 5, "bson/string-utf8", {3, 0, 0, 0, 'a', 0xff, 0})},
    {"string terminator", After::next_element, value(2, 5, "bson/string-terminator", {2, 0, 0, 0, 'a', 'b'})},
    {"string length 0", After::host_end, value(2, 0, "bson/string-length", {0, 0, 0, 0, 0})},
    {"code length -1", After::host_end, value(13, 0, "bson/string-length", {0xff, 0xff, 0xff, 0xff, 0})},
    {"symbol overrun", After::host_end, value(14, 0, "bson/string-overrun", {0, 0, 0, 1, 'a', 0})},
    {"key utf-8", After::next_element,
     bad_key("bson/key-utf8", "k\xc3", R"(["k\xc3"])", value(8, 0, "bson/boolean", {0xff}))},
    {"key modified utf-8", After::next_element,
     bad_key("bson/key-modified-utf8", "k\xed\xa0\x80", R"(["k\xed\xa0\x80"])",
             value(11, 0, "bson/regex-modified-utf8", {0xc0, 0x80, 0, 0}))},
    {"element type", After::host_end, instead(0, "bson/element-type", {0x14, 'k', 0})},
    {"terminator early", After::host_end, instead(0, "bson/terminator-early", {0, 'k', 0})},
    {"key unterminated", After::last, instead(1, "bson/cstring-unterminated", {10, 'k', 'e', 'y'})},
    {"pattern utf-8", After::next_element, value(11, 1, "bson/regex-utf8", {'a', 0x80, 0, 'i', 0})},
    {"options utf-8", After::next_element, value(11, 3, "bson/regex-utf8", {'a', 0, 'i', 0x80, 0})},
    {"pattern modified utf-8", After::next_element,
     value(11, 1, "bson/regex-modified-utf8", {'a', 0xc0, 0x80, 0, 'i', 0})},
    {"pattern unterminated", After::last, value(11, 0, "bson/cstring-unterminated", {'a', 'b'})},
    {"binary length -1", After::host_end, value(5, 0, "bson/binary-length", {0xff, 0xff, 0xff, 0xff, 0})},
    {"binary overrun", After::host_end, value(5, 0, "bson/binary-overrun", {0xff, 0xff, 0xff, 0x7f, 0})},
    {"old binary too short", After::next_element, value(5, 0, "bson/binary-old-truncated", {3, 0, 0, 0, 2, 1, 0, 0})},
    {"old binary mismatch", After::next_element,
     value(5, 5, "bson/binary-old-length", {5, 0, 0, 0, 2, 2, 0, 0, 0, 'x'})},
    {"scope length 13", After::host_end,
     value(15, 0, "bson/code-with-scope-length", {13, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0})},
    {"scope overrun", After::host_end,
     value(15, 0, "bson/code-with-scope-overrun", {0, 0, 1, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0})},
    {"scope mismatch", After::next_element,
     value(15, 0, "bson/code-with-scope-mismatch", {15, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0})},
    {"document length 4", After::host_end, value(3, 0, "bson/document-length", {4, 0, 0, 0})},
    {"array overrun", After::host_end, value(4, 0, "bson/document-overrun", {0xff, 0xff, 0, 0, 0})},
    {"terminator missing", After::next_element,
     [](Assembler& to) {
       to.end_with(1);
       return Expected{"bson/terminator-missing", 0, to.host_path()};  // the offset is known when the host ends
     }},
    {"int64 truncated", After::last, value(18, 3, "bson/truncated", {1, 2, 3})},
    {"vector without padding", After::next_element, value(5, 6, "bson-vector/header-truncated", {1, 0, 0, 0, 9, 3})},
    {"vector dtype", After::next_element, value(5, 5, "bson-vector/dtype-unknown", {3, 0, 0, 0, 9, 4, 0, 1})},
    {"vector padding of int8", After::next_element,
     value(5, 6, "bson-vector/padding-not-applicable", {3, 0, 0, 0, 9, 3, 1, 1})},
    {"vector padding 8", After::next_element, value(5, 6, "bson-vector/padding-range", {3, 0, 0, 0, 9, 0x10, 8, 0})},
    {"vector padding of nothing", After::next_element,
     value(5, 6, "bson-vector/padding-empty", {2, 0, 0, 0, 9, 0x10, 1})},
    {"vector of 3 bytes", After::next_element,
     value(5, 7, "bson-vector/float32-length", {5, 0, 0, 0, 9, 0x27, 0, 1, 2, 3})},
    {"vector ignored bits", After::next_element, value(5, 7, "bson-vector/ignored-bits", {3, 0, 0, 0, 9, 0x10, 3, 7})},
};

void filler(Assembler& to) { to.element(16, "n").int32(7); }

using Host = Assembler::Host;

// One fault in a host of its own, valid elements on both sides.
Expected hosted(Assembler& to, const Fault& fault, Host host, const char* key) {
  to.begin(host, key);
  filler(to);
  Expected expected = fault.write(to);
  if (fault.after != After::last) filler(to);
  to.end();
  if (expected.rule == "bson/terminator-missing") expected.offset = to.at() - 1;
  return expected;
}

// Arrangements of three hosts: side by side, each inside another one's neighbour, each in a document of its own.
enum Arrangement { beside, inside, apart, arrangements };

std::vector<Expected> arrange(Assembler& to, const std::array<const Fault*, 3>& three, int arrangement,
                              const std::array<Host, 3>& hosts) {
  std::vector<Expected> expected;
  constexpr const char* keys[] = {"a", "b", "c"};
  for (std::size_t i = 0; i < 3; ++i) {
    if (i == 0 || arrangement == apart) to.begin_file_document();
    expected.push_back(hosted(to, *three[i], hosts[i], keys[i]));
    if (arrangement == beside) filler(to);
    if (arrangement == inside) to.begin(hosts[2 - i], "d");
    if (arrangement == apart) to.end();
  }
  while (to.is_open()) to.end();
  return expected;
}

// difference is empty when exactly the expected errors are reported, in order, and decode picks the gravest first one.
std::string difference(Bytes input, const std::vector<Expected>& expected) {
  return testing::difference(conformance::run_codec(*codec_named("bson"), input, {}), expected,
                             testing::Sequence::compared);
}

TEST_CASE("bson: each fault alone gives exactly one diagnostic, in every kind of host") {
  for (const Fault& fault : faults) {
    for (const Host host : {Host::document, Host::array, Host::scope}) {
      Assembler to;
      to.begin_file_document();
      const Expected expected = hosted(to, fault, host, "a");
      to.end();
      INFO(fault.name << " in " << testing::hex(to.bytes()));
      CHECK(difference(to.bytes(), {expected}) == "");
    }
  }
}

TEST_CASE("bson: any three faults in any arrangement give exactly those three diagnostics") {
  constexpr Host kinds[] = {Host::document, Host::array, Host::scope};
  std::size_t files = 0;
  std::string first;
  for (const Fault& a : faults) {
    for (const Fault& b : faults) {
      for (const Fault& c : faults) {
        for (int arrangement = 0; arrangement < arrangements; ++arrangement) {
          // Hosts vary with the combination, so that all 27 mixtures occur many times.
          const std::size_t mix = files++ / arrangements;
          Assembler to;
          const auto expected =
              arrange(to, {&a, &b, &c}, arrangement, {kinds[mix % 3], kinds[mix / 3 % 3], kinds[mix / 9 % 3]});
          const std::string fault = difference(to.bytes(), expected);
          if (!fault.empty() && first.empty()) {
            first = fmt::format("{}, {}, {}: {}, in {}", a.name, b.name, c.name, fault, testing::hex(to.bytes()));
          }
        }
      }
    }
  }
  CHECK(first == "");
  CHECK(files == arrangements * std::size(faults) * std::size(faults) * std::size(faults));
}

}  // namespace
}  // namespace hallmark::bson
