// Three independent faults in one body give exactly those three diagnostics, phase by phase, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hallmark/kserve.hpp"

namespace hallmark::kserve {
namespace {

using testing::Expected;
using namespace std::literals;

constexpr std::uint32_t max_rank = 3;
constexpr std::uint32_t max_depth = 6;
constexpr int slots = 3;

// Draft is a valid request out of named pieces: every slot has a tensor of each kind, a requested output and a member
// that nobody knows. A piece may be replaced once; it knows where it stands, by offset and by path.
class Draft {
 public:
  Draft() {
    fixed("{");
    piece("id", 0, R"("id":"1",)", "id");
    fixed("\"inputs\":[");
    fixed(R"({"name":"base","shape":[],"datatype":"FP32","data":[0]})");
    for (int slot = 0; slot < slots; ++slot) {
      tensor(slot, "real", "[3]", "FP32", "", {"[", "1", "2.5", "3", "]"});
      tensor(slot, "nested", "[2,2]", "INT32", "", {"[[1,2],", "[3", "4", "]", "]"});
      tensor(slot, "truth", "[1]", "BOOL", R"("p":1)", {"[", "", "true", "", "]"});
      tensor(slot, "text", "[1]", "BYTES", "", {"[", "", "\"a\"", "", "]"});
      tensor(slot, "empty", "[0]", "BYTES", "", {"[", "", "", "", "]"});
      tensor(slot, "octets", "[4]", "UINT8", "4", {});
      tensor(slot, "strings", "[2]", "BYTES", "9", {});
      tensor(slot, "flags", "[2]", "BOOL", "2", {});
    }
    piece("list", 0, "]", "inputs");
    fixed(",\"outputs\":[");
    for (int slot = 0; slot < slots; ++slot) {
      const std::string path = fmt::format("outputs[{}]", slot);
      fixed(slot == 0 ? "{" : ",{");
      piece("wanted.name", slot, fmt::format("\"name\":\"o{}\",", slot), path + ".name");
      fixed(R"("parameters":{"binary_data":)");
      piece("wanted.flag", slot, "true", path + ".parameters.binary_data");
      fixed("}}");
    }
    fixed("]");
    for (int slot = 0; slot < slots; ++slot) {
      fixed(",");
      piece("key", slot, fmt::format("\"x{}\"", slot), "");
      fixed(":");
      piece("value", slot, "0", fmt::format("x{}", slot));
    }
    piece("root", 0, "}", "");
    piece("behind", 0, " ", "json");
    for (int slot = 0; slot < slots; ++slot) {
      piece("octets.payload", slot, "\1\2\3\4", of_tensor(slot, of_octets) + ".data");
      piece("strings.payload", slot, "\1\0\0\0a\0\0\0\0"s, of_tensor(slot, of_strings) + ".data");
      piece("flags.payload", slot, "\1\0"s, of_tensor(slot, of_flags) + ".data");
    }
    piece("tail", 0, "", "body");
  }

  // put replaces a piece; false when something has been put there, or into its tensor.
  bool put(std::string_view name, int slot, std::string_view text) {
    const std::string_view owner = name.substr(0, name.find('.'));
    if (!claimed_.insert(key(owner, slot)).second) return false;
    pieces_.at(key(name, slot)).text = text;
    return true;
  }
  bool claim(std::string_view what) { return claimed_.emplace(what).second; }

  // write gives the body; after it offset_of knows where pieces begin.
  [[nodiscard]] std::string write() {
    std::string out;
    for (const std::string& name : order_) {
      offsets_[name] = out.size();
      out += pieces_.at(name).text;
      if (name == key("behind", 0)) header_length = out.size();
    }
    return out;
  }
  [[nodiscard]] std::uint64_t offset_of(std::string_view name, int slot) const { return offsets_.at(key(name, slot)); }
  [[nodiscard]] std::string path_of(std::string_view name, int slot) const { return pieces_.at(key(name, slot)).path; }

  std::uint64_t header_length = 0;

 private:
  enum Kind : int { of_real, of_nested, of_truth, of_text, of_empty, of_octets, of_strings, of_flags, kinds };

  struct Piece {
    std::string text;
    std::string path;
  };
  static std::string key(std::string_view name, int slot) { return fmt::format("{} {}", name, slot); }
  static std::string of_tensor(int slot, int kind) { return fmt::format("inputs[{}]", 1 + slot * kinds + kind); }

  void piece(std::string_view name, int slot, std::string_view text, const std::string& path) {
    order_.push_back(key(name, slot));
    pieces_[order_.back()] = {std::string(text), path};
  }
  void fixed(std::string_view text) { piece("fixed", static_cast<int>(order_.size()), text, ""); }

  // `extra` is a parameter, or the size of binary data; `data` is what stands in front of the elements, three of them,
  // and what closes them, or nothing.
  void tensor(int slot, const std::string& kind, const char* shape, const char* datatype, const std::string& extra,
              const std::vector<std::string>& data) {
    const std::string path = of_tensor(slot, index_++ % kinds);
    const auto part = [&](const char* name, const std::string& text, const std::string& place) {
      piece(kind + "." + name, slot, text, path + place);
    };
    fixed(",");
    part("open", "{", "");
    part("name", fmt::format("\"name\":\"{}{}\",", kind, slot), ".name");
    part("shape member", "\"shape\":", ".shape");
    part("shape", shape, ".shape");
    part("datatype member", ",", ".datatype");
    fixed("\"datatype\":");
    part("datatype", fmt::format("\"{}\"", datatype), ".datatype");
    if (data.empty()) {
      fixed(R"(,"parameters":{"binary_data_size":)");
      part("size", extra, ".parameters.binary_data_size");
      fixed(",");
      part("parameter", "\"p\":1", ".parameters.p");
      fixed("}");
      part("data", "", ".data");
    } else {
      if (!extra.empty()) {
        fixed(",\"parameters\":{");
        part("parameter", extra, ".parameters.p");
        fixed("}");
      }
      part("data member", ",\"data\":", ".data");
      part("data", data[0], ".data");
      const bool lone = data[1].empty();
      fixed(data[1] + (lone ? "" : ","));
      part("element", data[2], kind == "nested" ? ".data[1][1]" : lone ? ".data[0]" : ".data[1]");
      fixed((data[3].empty() || data[3] == "]" ? "" : ",") + data[3] + data[4]);
    }
    part("close", "}", "");
  }

  int index_ = 0;
  std::vector<std::string> order_;
  std::map<std::string, Piece> pieces_;
  std::map<std::string, std::uint64_t> offsets_;
  std::set<std::string> claimed_;
};

enum Phase : std::uint8_t { syntax, members, tensors, body, payloads };

struct Fault {
  std::string_view piece;
  std::string_view text;
  std::string_view rule;
  Phase phase;
  std::int64_t shift = 0;      // of the fault in the piece where it is told
  std::string_view path = "";  // behind that of the piece; "= " before a whole one
  // Nothing is told behind the fault; nothing of phases behind it; nothing of what is behind the JSON.
  enum Hides : std::uint8_t { nothing, rest, later, bodies } hides = nothing;
  std::string_view where = "";  // the piece where it is told, unless it is the one replaced
  std::string_view told = "";   // the piece at which it is told, in the order of the phase
};

using enum Fault::Hides;

constexpr Fault faults[] = {
    {"value", "01", "json-number", syntax, 1, "", rest},
    {"value", "1.", "json-number", syntax, 2, "", rest},
    {"value", "tru", "json-word", syntax, 3, "", rest},
    {"value", "@", "json-value", syntax, 0, "", rest},
    {"value", "NaN", "json-value", syntax, 0, "", rest},
    {"value", R"("\x")", "json-escape", syntax, 2, "", rest},
    {"value", R"("\ud800")", "json-surrogate", syntax, 1, "", rest},
    {"value", R"("\udc00")", "json-surrogate", syntax, 1, "", rest},
    {"value", "\"\x01\"", "json-control", syntax, 1, "", rest},
    {"value", "\"\xff\"", "json-utf8", syntax, 1, "", rest},
    {"value", "[1 2]", "json-separator", syntax, 3, "[0]", rest},
    {"value", "{1:2}", "json-key", syntax, 1, "", rest},
    {"value", R"({"a" 1})", "json-colon", syntax, 5, ".a", rest},
    {"value", "[[[[[[", "depth", syntax, 5, "[0][0][0][0][0]", rest},
    {"value", R"({"a":1,"\u0061":2})", "duplicate-key", syntax, 7, ".a"},
    {"value", R"([{"b":1,"b":2}])", "duplicate-key", syntax, 8, "[0].b"},
    {"key", R"("id")", "duplicate-key", syntax, 0, "= id", nothing, "", "root"},
    {"behind", " \0"sv, "json-trailing", syntax, 1},
    {"real.element", "NaN", "nan-literal", syntax},
    {"real.element", "-Infinity", "nan-literal", syntax},
    {"real.element", "@", "json-value", syntax, 0, "", rest},
    {"nested.element", "01", "json-number", syntax, 1, "", rest},
    {"truth.parameter", R"("p":1,"p":2)", "duplicate-key", syntax, 6},

    {"id", R"("id":7,)", "member-type", members, 5},
    {"id", R"("id":null,)", "null-member", members, 5},
    {"real.name", "", "member-missing", members, 0, "", nothing, "real.open", "real.close"},
    {"text.name", "\"name\":[],", "member-type", members, 7},
    {"real.name", "\"name\":\"base\",", "duplicate-name", members, 7, "", nothing, "", "list"},
    {"octets.name", R"("name":"a\u0000",)", "nul-in-name", members, 7},
    {"nested.shape", "7", "member-type", members},
    {"text.datatype", "null", "member-type", members},
    {"real.data", "7,\"e\":[", "member-type", members},
    {"octets.parameter", "\"p\":null", "parameter-type", members, 4},
    {"flags.parameter", "\"p\":{\"q\":[]}", "parameter-type", members, 4},
    {"real.data member", ",\"parameters\":{\"shared_memory_region\":null},\"e\":", "parameter-type", members, 38,
     "= parameters.shared_memory_region"},
    {"strings.parameter", "\"binary_data\":1", "parameter-flag", members, 14, "= binary_data"},
    {"octets.size", "[4]", "parameter-type", members, 0, "", bodies},
    {"wanted.flag", "null", "parameter-flag", members},
    {"wanted.name", "", "member-missing", members, -1, "", nothing, "", "wanted.flag"},

    {"octets.shape", "[-4]", "dimension", tensors, 1, "[0]"},
    {"real.shape", "[true]", "dimension", tensors, 1, "[0]"},
    {"flags.shape", "[1,2.5]", "dimension", tensors, 3, "[1]"},
    {"octets.shape", "[4.0]", "dimension-lexeme", tensors, 1, "[0]"},
    {"strings.shape", "[-0]", "dimension-lexeme", tensors, 1, "[0]"},
    {"nested.shape", "[2,9223372036854775808]", "dimension-range", tensors, 3, "[1]"},
    {"octets.shape", "[1,1,2,2]", "rank", tensors, 7, "[3]"},
    {"real.datatype", "\"fp32\"", "datatype", tensors},
    {"strings.datatype", "\"STRING\"", "datatype", tensors},
    {"octets.shape", "[4294967296,4294967296]", "element-count", tensors},
    {"strings.shape", "[9223372036854775807]", "element-count", tensors},
    {"truth.parameter", R"("shared_memory_region":"r")", "shared-memory", tensors, 23, "= shared_memory_region"},
    {"octets.size", "-4", "binary-data-size", tensors, 0, "", bodies},
    {"strings.size", "\"9\"", "binary-data-size", tensors, 0, "", bodies},
    {"octets.size", "4e0", "binary-data-size-lexeme", tensors, 0, "", bodies},
    {"flags.size", "9223372036854775808", "binary-data-size-range", tensors, 0, "", bodies},
    {"flags.data", ",\"data\":[true]", "data-and-size", tensors, 8, "", bodies},
    {"octets.shape", "[5]", "size-mismatch", tensors, 0, "", nothing, "octets.size"},
    {"octets.datatype", "\"FP64\"", "size-mismatch", tensors, 0, "", nothing, "octets.size"},
    {"text.data member", ",\"e\":", "data-missing", tensors, 0, ".data", nothing, "text.open"},
    {"empty.data member", ",\"e\":", "data-missing-empty", tensors, 0, ".data", nothing, "empty.open"},
    {"real.datatype", "\"FP16\"", "data-half", tensors, 0, "", nothing, "real.data"},
    {"real.element", "null", "data-element", tensors},
    {"real.element", "{}", "data-element", tensors},
    {"nested.element", "\"4\"", "data-element", tensors},
    {"truth.element", "1", "data-element", tensors},
    {"text.element", "true", "data-element", tensors},
    {"nested.element", "4.0", "data-integer", tensors},
    {"nested.element", "2147483648", "data-range", tensors},
    {"nested.element", "-2147483649", "data-range", tensors},
    {"real.element", "1e39", "data-range", tensors},
    {"real.element", "1,2", "data-count", tensors, 0, "", nothing, "real.data"},
    {"empty.element", "\"\"", "data-count", tensors, 0, "", nothing, "empty.data"},
    {"real.element", "[2]", "data-shape", tensors, 0, "= data"},
    {"nested.shape", "[4,1]", "data-shape", tensors, 5, "", nothing, "nested.data"},

    {"tail", "\x80\xff", "trailing-bytes", body},
    {"tail", " ", "trailing-bytes", body},

    {"flags.payload", "\1\2"sv, "boolean", payloads, 1},
    {"strings.payload", "\xff\xff\xff\xff-----"sv, "bytes-truncated", payloads, 0, "[0]"},
    {"strings.payload", "\2\0\0\0aa\0\0\0"sv, "bytes-truncated", payloads, 6, "[1]"},
    {"strings.payload", "\5\0\0\0abcde"sv, "bytes-missing", payloads, 9, "[1]"},
    {"strings.shape", "[1]", "bytes-count", payloads, 5, "[1]", nothing, "strings.payload"},
};

using Chosen = testing::Chosen<Fault>;

// Of the parts that every request has once there is one.
int slot_of(std::string_view piece, int slot) {
  constexpr std::string_view once[] = {"id", "list", "root", "behind", "tail"};
  return std::ranges::find(once, piece) == std::end(once) ? slot : 0;
}

struct Report {
  Phase phase;
  std::uint64_t told;
  Expected expected;
};

// path_of is where a fault is told: that of its piece and more, or another last member.
std::string path_of(const Draft& draft, const Fault& fault, std::string_view where, int slot) {
  const std::string path = draft.path_of(where, slot);
  if (!fault.path.starts_with("= ")) {
    const bool whole = fault.rule == "member-missing" && path.find('.') == std::string::npos;
    return path + (whole ? ".name" : std::string(fault.path));
  }
  const std::size_t point = path.rfind('.');
  return (point == std::string::npos ? "" : path.substr(0, point + 1)) + std::string(fault.path.substr(2));
}

// difference is empty when exactly the expected errors are reported in order, and decode picks the gravest first one;
// nothing when the faults are not independent.
std::optional<std::string> difference(const std::vector<Chosen>& chosen) {
  Draft draft;
  for (const auto& [fault, slot] : chosen) {
    if (!draft.put(fault->piece, slot_of(fault->piece, slot), fault->text)) return std::nullopt;
    // Of two keys that are the same the second is told.
    if (fault->rule == "nul-in-name" && !draft.claim("a name with a NUL")) return std::nullopt;
  }
  const std::string text = draft.write();
  std::vector<Report> reports;
  for (const auto& [fault, slot] : chosen) {
    const std::string_view where = fault->where.empty() ? fault->piece : fault->where;
    const std::uint64_t offset =
        draft.offset_of(where, slot_of(where, slot)) + static_cast<std::uint64_t>(fault->shift);
    const std::uint64_t told = fault->told.empty() ? offset : draft.offset_of(fault->told, slot_of(fault->told, slot));
    const std::string path = path_of(draft, *fault, where, slot_of(where, slot));
    reports.push_back({fault->phase, told, {"kserve/" + std::string(fault->rule), offset, path}});
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Fault& fault = *chosen[i].fault;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const bool behind = std::tie(reports[k].phase, reports[k].told) >= std::tie(reports[i].phase, reports[i].told);
      if (k != i && fault.hides == Fault::rest && behind) return std::nullopt;
      if (k != i && fault.hides == Fault::bodies && reports[k].phase >= body) return std::nullopt;
    }
  }
  std::ranges::stable_sort(reports, [](const Report& a, const Report& b) {
    return std::tie(a.phase, a.told, a.expected.offset) < std::tie(b.phase, b.told, b.expected.offset);
  });
  std::vector<Expected> expected;
  for (const Report& report : reports) expected.push_back(report.expected);
  Options options;
  options.limits = {max_depth, max_rank};
  options.header_length = draft.header_length;
  return testing::difference(conformance::run_codec(*codec_named("kserve-request"), as_bytes(text), options),
                             std::move(expected), testing::Sequence::compared);
}

TEST_CASE("kserve: the request that the faults are put into is valid") {
  CHECK(difference({}).value_or("hidden") == "");
}

TEST_CASE("kserve: each fault alone gives exactly one diagnostic, in every slot") {
  for (const Fault& fault : faults) {
    for (int slot = 0; slot < slots; ++slot) {
      INFO(fault.piece << " " << fault.text << " in slot " << slot);
      CHECK(difference({{&fault, slot}}).value_or("hidden") == "");
    }
  }
}

TEST_CASE("kserve: any three independent faults give exactly those three diagnostics") {
  const testing::Triples triples = testing::any_three(
      faults, slots, [](const std::vector<Chosen>& chosen) { return difference(chosen); },
      [](const Fault& fault) { return fmt::format("{} {}", fault.piece, fault.text); });
  INFO(triples.inputs << " bodies");
  CHECK(triples.first == "");
  CHECK(triples.inputs > 20000U);
}

// Nothing behind these is told, whatever else is wrong.
TEST_CASE("kserve: a body that ends early gives one diagnostic, wherever it ends") {
  Draft draft;
  const std::string text = draft.write();
  Options options;
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    options.header_length.reset();
    const conformance::Outcome seed = conformance::run_codec(*codec_named("kserve-request"), as_bytes(cut), options);
    INFO(size << " of " << text.size() << " bytes");
    REQUIRE(seed.findings.size() >= 1U);
    const bool in_json = size < draft.header_length - 1;
    if (in_json) {
      CHECK(seed.findings.size() == 1U);
      CHECK(seed.findings[0].rule->id == "kserve/json-truncated");
      CHECK(seed.findings[0].offset == size);
    }
    options.header_length = draft.header_length;
    const conformance::Outcome framed = conformance::run_codec(*codec_named("kserve-request"), as_bytes(cut), options);
    REQUIRE(framed.findings.size() == 1U);
    CHECK(framed.findings[0].rule->id ==
          (size < draft.header_length ? "kserve/header-length" : "kserve/body-truncated"));
    CHECK(framed.findings[0].offset == size);
  }
}

}  // namespace
}  // namespace hallmark::kserve
