// Three independent faults in one body give exactly those three diagnostics, phase by phase, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <string>
#include <tuple>
#include <vector>

#include "conformance/testing/pieces.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve {
namespace {

using testing::Expected;
using namespace std::literals;

constexpr std::uint32_t max_rank = 3;
constexpr std::uint32_t max_depth = 6;
constexpr int slots = 3;

// Draft is a valid request of named pieces: every slot has a tensor of each kind, a requested output and an unknown
// member. A piece may be replaced once.
class Draft : public testing::Pieces {
 public:
  Draft() {
    add_fixed("{");
    add("id", 0, R"("id":"1",)", "id");
    add_fixed("\"inputs\":[");
    add_fixed(R"({"name":"base","shape":[],"datatype":"FP32","data":[0]})");
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
    add("list", 0, "]", "inputs");
    add_fixed(",\"outputs\":[");
    for (int slot = 0; slot < slots; ++slot) {
      const std::string path = fmt::format("outputs[{}]", slot);
      add_fixed(slot == 0 ? "{" : ",{");
      add("wanted.name", slot, fmt::format("\"name\":\"o{}\",", slot), path + ".name");
      add_fixed(R"("parameters":{"binary_data":)");
      add("wanted.flag", slot, "true", path + ".parameters.binary_data");
      add_fixed("}}");
    }
    add_fixed("]");
    for (int slot = 0; slot < slots; ++slot) {
      add_fixed(",");
      add("key", slot, fmt::format("\"x{}\"", slot), "");
      add_fixed(":");
      add("value", slot, "0", fmt::format("x{}", slot));
    }
    add("root", 0, "}", "");
    add("behind", 0, " ", "json");
    for (int slot = 0; slot < slots; ++slot) {
      add("octets.payload", slot, "\1\2\3\4", of_tensor(slot, of_octets) + ".data");
      add("strings.payload", slot, "\1\0\0\0a\0\0\0\0"s, of_tensor(slot, of_strings) + ".data");
      add("flags.payload", slot, "\1\0"s, of_tensor(slot, of_flags) + ".data");
    }
    add("tail", 0, "", "body");
  }

  // put replaces a piece; false when something has been put there, or into its tensor.
  bool put(std::string_view name, int slot, std::string_view text) {
    if (!claim(key(name.substr(0, name.find('.')), slot))) return false;
    replace(name, slot, text);
    return true;
  }
  // header_length is known once the body has been written.
  [[nodiscard]] std::uint64_t header_length() const { return offset_of("octets.payload", 0); }

 private:
  enum Kind : int { of_real, of_nested, of_truth, of_text, of_empty, of_octets, of_strings, of_flags, kinds };

  static std::string of_tensor(int slot, int kind) { return fmt::format("inputs[{}]", 1 + slot * kinds + kind); }

  // `extra` is a parameter, or the size of binary data; `data` is what comes before the elements, three of them,
  // and what closes them, or nothing.
  void tensor(int slot, const std::string& kind, const char* shape, const char* datatype, const std::string& extra,
              const std::vector<std::string>& data) {
    const std::string path = of_tensor(slot, index_++ % kinds);
    const auto part = [&](const char* name, const std::string& text, const std::string& place) {
      add(kind + "." + name, slot, text, path + place);
    };
    add_fixed(",");
    part("open", "{", "");
    part("name", fmt::format("\"name\":\"{}{}\",", kind, slot), ".name");
    part("shape member", "\"shape\":", ".shape");
    part("shape", shape, ".shape");
    part("datatype member", ",", ".datatype");
    add_fixed("\"datatype\":");
    part("datatype", fmt::format("\"{}\"", datatype), ".datatype");
    if (data.empty()) {
      add_fixed(R"(,"parameters":{"binary_data_size":)");
      part("size", extra, ".parameters.binary_data_size");
      add_fixed(",");
      part("parameter", "\"p\":1", ".parameters.p");
      add_fixed("}");
      part("data", "", ".data");
    } else {
      if (!extra.empty()) {
        add_fixed(",\"parameters\":{");
        part("parameter", extra, ".parameters.p");
        add_fixed("}");
      }
      part("data member", ",\"data\":", ".data");
      part("data", data[0], ".data");
      const bool lone = data[1].empty();
      add_fixed(data[1] + (lone ? "" : ","));
      part("element", data[2], kind == "nested" ? ".data[1][1]" : lone ? ".data[0]" : ".data[1]");
      add_fixed((data[3].empty() || data[3] == "]" ? "" : ",") + data[3] + data[4]);
    }
    part("close", "}", "");
  }

  int index_ = 0;
};

enum Phase : std::uint8_t { syntax, members, tensors, body, payloads };

struct Fault {
  std::string_view piece;
  std::string_view text;
  std::string_view rule;
  Phase phase;
  std::int64_t shift = 0;      // of the fault in the piece where it is reported
  std::string_view path = "";  // behind that of the piece; "= " before a whole one
  // What is not reported: what is behind the fault; later phases; what is behind the JSON.
  enum Hides : std::uint8_t { nothing, rest, later, bodies } hides = nothing;
  std::string_view where = "";  // the piece where it is reported, unless it is the one replaced
  std::string_view when = "";   // the piece at which it is reported, in the order of the phase
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
    {"real.data member", ",\"parameters\":null,\"data\":", "null-member", members, 14, "= parameters"},
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
    {"strings.parameter", "\"unit\":null", "parameter-type", members, 7, "= unit"},
    {"octets.size", "[4]", "parameter-type", members, 0, "", bodies},
    {"wanted.flag", "1", "parameter-flag", members},
    {"wanted.name", "", "member-missing", members, -1, "", nothing, "", "wanted.flag"},

    {"octets.shape", "[-4]", "dimension", tensors, 1, "[0]"},
    {"real.shape", "[true]", "dimension", tensors, 1, "[0]"},
    {"flags.shape", "[1,2.5]", "dimension", tensors, 3, "[1]"},
    {"octets.shape", "[4.0]", "dimension-lexeme", tensors, 1, "[0]"},
    {"strings.shape", "[-0]", "dimension-lexeme", tensors, 1, "[0]"},
    {"nested.shape", "[2,9223372036854775808]", "dimension-signed", tensors, 3, "[1]"},
    {"nested.shape", "[2,18446744073709551616]", "dimension-range", tensors, 3, "[1]"},
    {"octets.shape", "[1,1,2,2]", "rank", tensors, 7, "[3]"},
    {"real.datatype", "\"fp32\"", "datatype", tensors},
    {"strings.datatype", "\"STRING\"", "datatype", tensors},
    {"octets.shape", "[4294967296,4294967296]", "element-count", tensors},
    {"strings.shape", "[9223372036854775807]", "element-count", tensors},
    {"real.shape", "[9223372036854775807]", "shape-overflow", tensors},
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
    {"real.datatype", "\"BF16\"", "data-half", tensors, 0, "", nothing, "real.data"},
    {"real.datatype", "\"FP16\"", "data-fp16", tensors, 0, "", nothing, "real.data"},
    {"real.element", "null", "data-null", tensors},
    {"real.element", "{}", "data-element", tensors},
    {"nested.element", "null", "data-element", tensors},
    {"real.element", "\"2.5\"", "data-coercion", tensors},
    {"nested.element", "\"4\"", "data-coercion", tensors},
    {"truth.element", "1", "data-coercion", tensors},
    {"text.element", "true", "data-coercion", tensors},
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
  std::uint64_t when;
  Expected expected;
};

// path_of gives the path of a fault: that of its piece and more, or with another last member.
std::string path_of(const Draft& draft, const Fault& fault, std::string_view where, int slot) {
  const std::string path = draft.path_of(where, slot);
  if (!fault.path.starts_with("= ")) {
    const bool whole = fault.rule == "member-missing" && path.find('.') == std::string::npos;
    return path + (whole ? ".name" : std::string(fault.path));
  }
  const std::size_t point = path.rfind('.');
  return (point == std::string::npos ? "" : path.substr(0, point + 1)) + std::string(fault.path.substr(2));
}

// reports_of gives what is reported of each fault, once the draft has been written.
std::vector<Report> reports_of(const Draft& draft, const std::vector<Chosen>& chosen) {
  std::vector<Report> reports;
  for (const auto& [fault, slot] : chosen) {
    const std::string_view where = fault->where.empty() ? fault->piece : fault->where;
    const std::uint64_t offset =
        draft.offset_of(where, slot_of(where, slot)) + static_cast<std::uint64_t>(fault->shift);
    const std::uint64_t when = fault->when.empty() ? offset : draft.offset_of(fault->when, slot_of(fault->when, slot));
    const std::string path = path_of(draft, *fault, where, slot_of(where, slot));
    reports.push_back({fault->phase, when, {"kserve/" + std::string(fault->rule), offset, path}});
  }
  return reports;
}

// hidden is true when one of the faults keeps another from being reported.
bool hidden(const std::vector<Chosen>& chosen, const std::vector<Report>& reports) {
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Fault& fault = *chosen[i].fault;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const bool behind = std::tie(reports[k].phase, reports[k].when) >= std::tie(reports[i].phase, reports[i].when);
      if (k != i && fault.hides == Fault::rest && behind) return true;
      if (k != i && fault.hides == Fault::bodies && reports[k].phase >= body) return true;
    }
  }
  return false;
}

// difference is empty when exactly the expected errors are reported in order, and decode picks the gravest first one;
// nothing when the faults are not independent.
std::optional<std::string> difference(const std::vector<Chosen>& chosen) {
  Draft draft;
  for (const auto& [fault, slot] : chosen) {
    if (!draft.put(fault->piece, slot_of(fault->piece, slot), fault->text)) return std::nullopt;
    // Of two keys that are the same the second is reported.
    if (fault->rule == "nul-in-name" && !draft.claim("a name with a NUL")) return std::nullopt;
  }
  const std::string text = draft.write();
  std::vector<Report> reports = reports_of(draft, chosen);
  if (hidden(chosen, reports)) return std::nullopt;
  std::ranges::stable_sort(reports, [](const Report& a, const Report& b) {
    return std::tie(a.phase, a.when, a.expected.offset) < std::tie(b.phase, b.when, b.expected.offset);
  });
  std::vector<Expected> expected;
  for (const Report& report : reports) expected.push_back(report.expected);
  Options options;
  options.limits = {max_depth, max_rank};
  options.header_length = draft.header_length();
  return testing::difference(conformance::run_codec(*codec_named("kserve-request"), as_bytes(text), options),
                             std::move(expected), testing::Sequence::compared);
}

TEST_CASE("kserve: faults in a valid request are reported, each alone and any three, and nothing else") {
  testing::check_three_faults(
      faults, slots, 20000, [](const std::vector<Chosen>& chosen) { return difference(chosen); },
      [](const Fault& fault) { return fmt::format("{} {}", fault.piece, fault.text); });
}

}  // namespace
}  // namespace hallmark::kserve
