// Three independent faults in one stream give exactly those three diagnostics, whichever they are.
#include "conformance/testing/three_faults.hpp"

#include <string>
#include <vector>

#include "conformance/testing/pieces.hpp"

namespace hallmark::futhark {
namespace {

using testing::Expected;

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr std::uint32_t max_rank = 3;  // small enough to be broken by a few bytes
constexpr int slots = 3;

// add_elements adds an array whose elements after the first are pieces.
void add_elements(testing::Pieces& to, const std::string& name, int value, const std::string& first,
                  const std::string& text) {
  to.add_fixed(first);
  for (int slot = 0; slot < slots; ++slot) {
    to.add_fixed(", ");
    to.add(name, slot, text, fmt::format("values[{}][{}]", value, slot + 1));
  }
  to.add_fixed("]");
}

// draft gives a valid stream as pieces that faults replace.
testing::Pieces draft() {
  testing::Pieces to;
  for (int slot = 0; slot < slots; ++slot) {
    const int value = 2 * slot;
    to.add("scalar", slot, "1i8", fmt::format("values[{}]", value));
    to.add("gap", slot, "\n", fmt::format("values[{}]", value + 1));
    to.add("binary", slot, "b\x02\0bool\1"s, fmt::format("values[{}]", value + 1));
    to.add_fixed("\n");
  }
  add_elements(to, "integer", 6, "[7i32", "1");
  add_elements(to, "float", 7, "[7.0f64", "1.0");
  to.add_fixed("empty(");
  for (int slot = 0; slot < slots; ++slot) to.add("dim", slot, "[0]", fmt::format("values[8].dims[{}]", slot));
  to.add_fixed("i16)b\x02\3  u8"s);
  for (int slot = 0; slot < slots; ++slot) {
    to.add("size", slot, std::string(8, '\0'), fmt::format("values[9].dims[{}]", slot));
  }
  to.add_fixed("[[1, 2], ");
  for (int slot = 0; slot < slots; ++slot) {
    to.add("row", slot, "[1, 2]", fmt::format("values[10][{}]", slot + 1));
    to.add_fixed(slot + 1 == slots ? "]" : ",");
  }
  for (const auto& [name, text] : {std::pair("sign", ""), {"zero", ""}, {"tail", "1"}}) {
    for (int slot = 0; slot < slots; ++slot) to.add(name, slot, slot == 0 ? text : "", "values[11]");
  }
  return to;
}

struct Fault {
  std::string_view piece;
  std::string_view text;
  std::string_view rule;
  std::uint64_t shift = 0;     // of the fault in its piece
  std::string_view path = "";  // behind that of the piece
  enum End : std::uint8_t {
    none,
    fatal,
    cut
  } end = none;                  // nothing behind is reported; the stream ends behind the piece
  std::string_view claims = "";  // what more than the piece: another of the same slot, or something there is one of
};

using enum Fault::End;

constexpr Fault faults[] = {
    {"scalar", "+1", "plus-sign"},
    {"scalar", "01", "leading-zero"},
    {"scalar", "1_", "underscore", 1},
    {"scalar", "_1", "underscore"},
    {"scalar", "0X1f", "hexadecimal-mark", 1},
    {"scalar", "0b1", "binary-digits"},
    {"scalar", ".5", "whole-part"},
    {"scalar", "1E3", "exponent-mark", 1},
    {"scalar", "-0x1.8p1", "hexadecimal-float"},
    {"scalar", "300i8", "integer-wraps"},
    {"scalar", "9223372036854775808i64", "integer-range"},
    {"scalar", "2147483648", "integer-default"},
    {"scalar", "1e39f32", "float-overflow"},
    {"scalar", "[1, 2u8]", "element-default", 4, "[1]"},
    {"scalar", "[1u16, 2u8]", "element-type", 7, "[1]"},
    {"scalar", "[[1], [2, 3]]", "ragged", 11, "[1]"},
    {"scalar", "[1, [2]]", "depth", 4, "[1]"},
    {"scalar", "[[[]], [], [[1]]]", "irregular-untyped", 8, "[1]"},
    {"scalar", "[1,]", "trailing-comma", 2, "[1]"},
    {"scalar", "[]", "empty-untyped"},
    {"scalar", "empty([0]\t i8)", "empty-space", 9},
    {"scalar", "empty([1]i8)", "empty-count"},
    {"scalar", "empty([4611686018427387904][4]i8)", "empty-overflow"},
    {"scalar", "empty([0][0][0][0]i8)", "rank", 6},
    {"scalar", "x", "value-start", 0, "", fatal},
    {"scalar", "\0"sv, "nul", 0, "", fatal},
    {"scalar", "\x85", "foreign-space", 0, "", fatal},
    {"scalar", "-inf", "bare-special", 1, "", fatal},
    {"scalar", "\"s\"", "string", 0, "", fatal},
    {"scalar", "[empty([0]i8)]", "empty-element", 1, "[0]", fatal},
    {"scalar", "tru", "word", 3, "", fatal, "gap"},
    {"scalar", "-", "digits-missing", 1, "", fatal, "gap"},
    {"scalar", "1.", "part-missing", 2, "", fatal, "gap"},
    {"scalar", "1x", "scalar-end", 1, "", fatal},
    {"scalar", "1[2]", "touching", 1, "", fatal},
    {"scalar", "1i_8", "name-underscore", 1, "", fatal},
    {"scalar", "f3_2.nan", "name-underscore", 2, "", fatal},
    {"scalar", "1.0x5", "hexadecimal-prefix", 3, "", fatal},
    {"scalar", "0x1p1", "hexadecimal-exponent", 3, "", fatal},
    {"scalar", "[1 2]", "array-syntax", 3, "[1]", fatal},
    {"scalar", "[[1][2]]", "comma-missing", 4, "[1]", fatal},
    {"scalar", "[[[[1]]]]", "rank", 3, "[0][0][0]", fatal},
    {"scalar", "empty(i8]", "empty-syntax", 8, "", fatal},
    {"scalar", "empty(--\n[0]i8)", "empty-comment", 6, "", fatal},
    {"scalar", "1e", "number-truncated", 2, "", cut},
    {"scalar", "tr", "text-truncated", 2, "", cut},
    {"scalar", "[1, ", "text-truncated", 4, "[1]", cut},
    {"gap", "", "separator", 0, "", none, "scalar"},
    {"gap", " -- 1\n", "comment-before-binary", 1},
    {"binary", "b\x02\0bool\2"sv, "boolean", 7, ".data"},
    {"binary", "b\x02\4  u8\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1"sv, "rank", 2, ".rank"},
    {"binary", "b\x03\0bool\1"sv, "version", 1, ".version", fatal},
    {"binary", "b\x02\xff  u8"sv, "rank-overrun", 2, ".rank", fatal},
    {"binary", "b\x02\0 u8 \1"sv, "type", 3, ".type", fatal},
    {"binary", "b\x02\1  u8\0\0\0\0\0\0\0\x80"sv, "dimension", 7, ".dims[0]", fatal},
    {"binary", "b\x02\1 i16\xff\xff\xff\xff\xff\xff\xff\x7f"sv, "data-truncated", 7, ".dims", fatal},
    {"binary", "b\x02\1 i32\xff\xff\xff\xff\xff\xff\xff\x7f"sv, "element-count", 7, ".dims", fatal},
    {"binary", "b\x02\0bo"sv, "header-truncated", 5, ".type", cut},
    {"binary", "b\x02\0 i64\1\2"sv, "data-truncated", 9, ".data", cut},
    {"integer", "+1", "plus-sign"},
    {"integer", "0_1", "leading-zero"},
    {"integer", "1__0", "underscore", 1},
    {"integer", "-0b0_1", "binary-digits", 1},
    {"integer", "2147483648", "integer-wraps"},
    {"integer", "18446744073709551616", "integer-range"},
    {"integer", "1i8", "element-type"},
    {"integer", "true", "element-type"},
    {"integer", "1.0", "element-default"},
    {"integer", "f16", "word", 3, "", fatal},
    {"integer", "0x", "part-missing", 2, "", fatal},
    {"integer", "1--\n", "touching", 1, "", fatal},
    {"integer", "1;", "scalar-end", 1, "", fatal},
    {"float", "-.5", "whole-part", 1},
    {"float", "1E3", "exponent-mark", 1},
    {"float", "0x1.8", "hexadecimal-float"},
    {"float", "1e400", "float-overflow"},
    {"float", "1", "element-default"},
    {"float", "f32.nan", "element-type"},
    {"float", "[1.0]", "depth", 0, "", none, "shape of floats"},
    {"float", "inf", "bare-special", 0, "", fatal},
    {"dim", "[00]", "empty-dimension", 1},
    {"dim", "[9223372036854775808]", "empty-range", 1, "", none, "zero"},
    {"dim", "[0i32]", "empty-size", 1, "", fatal},
    {"size", "\0\0\0\0\0\0\0\x80"sv, "dimension-empty", 0, "", none, "size zero"},
    {"row", "[1]", "ragged", 2, "", none, "shape"},
    {"row", "7", "depth", 0, "", none, "shape"},
    {"row", "[1, [2]]", "depth", 4, "[1]", none, "shape"},
    {"row", "[1, 2, ]", "trailing-comma", 5, "[2]"},
    {"row", "[2, 1u8]", "element-default", 4, "[1]"},
    {"row", "[2, true]", "element-type", 4, "[1]"},
    {"sign", "+", "plus-sign"},
    {"zero", "0", "leading-zero"},
    {"tail", "1__2_", "underscore", 1},
};

using Chosen = testing::Chosen<Fault>;

// Of the parts of one number there is one each.
int slot_of(const Fault& fault, int slot) {
  return fault.piece == "sign" || fault.piece == "zero" || fault.piece == "tail" ? 0 : slot;
}

// put puts the faults into a stream; false when they are not independent. `last` becomes the piece that ends the
// stream.
bool put(testing::Pieces& stream, const std::vector<Chosen>& chosen, std::string& last) {
  for (const auto& [fault, slot] : chosen) {
    const std::string key = testing::Pieces::key(fault->piece, slot_of(*fault, slot));
    stream.replace(fault->piece, slot_of(*fault, slot), fault->text);
    if (!stream.claim(key)) return false;
    const bool beside = fault->claims == "gap" || fault->claims == "scalar";
    const std::string more = beside ? testing::Pieces::key(fault->claims, slot) : std::string(fault->claims);
    if (!more.empty() && !stream.claim(more)) return false;
    if (fault->end != Fault::cut) continue;
    if (!last.empty()) return false;
    last = testing::Pieces::key(fault->piece, slot);
  }
  return true;
}

// difference is empty when exactly the expected errors are reported, and decode picks the gravest first one; nothing
// when the faults are not independent.
std::optional<std::string> difference(const std::vector<Chosen>& chosen) {
  testing::Pieces stream = draft();
  std::string last;
  if (!put(stream, chosen, last)) return std::nullopt;
  (void)stream.write();
  std::vector<Expected> expected;
  std::uint64_t end = UINT64_MAX;  // nothing behind it is reported
  std::uint64_t furthest = 0;
  for (const auto& [fault, slot] : chosen) {
    const std::uint64_t offset = stream.offset_of(fault->piece, slot_of(*fault, slot)) + fault->shift;
    const std::string path = stream.path_of(fault->piece, slot_of(*fault, slot)) + std::string(fault->path);
    expected.push_back({"futhark/" + std::string(fault->rule), offset, path});
    furthest = std::max(furthest, offset);
    if (fault->end != Fault::none) end = std::min(end, offset);
  }
  if (furthest > end) return std::nullopt;

  const std::string text = stream.write(last);
  Options options;
  options.limits.max_rank = max_rank;
  return testing::difference(conformance::run_codec(*codec_named("futhark"), as_bytes(text), options),
                             std::move(expected), testing::Sequence::any);
}

TEST_CASE("futhark: faults in a valid stream are reported, each alone and any three, and nothing else") {
  testing::check_three_faults(
      faults, slots, 20000, [](const std::vector<Chosen>& chosen) { return difference(chosen); },
      [](const Fault& fault) { return fmt::format("{} {}", fault.piece, fault.text); });
}

}  // namespace
}  // namespace hallmark::futhark
