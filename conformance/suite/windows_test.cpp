// SPDX-License-Identifier: Apache-2.0
// What the first bytes of a golden vector are found to be, against what all of it is.
#include <bit>
#include <map>
#include <set>

#include "conformance/suite/agreement.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/invariants.hpp"

namespace hallmark::conformance {
namespace {

// Every window up to this size is judged, and some larger ones.
constexpr std::uint64_t most = 4096;
constexpr std::uint64_t larger = 32;
// Of a vector with tens of thousands of copies only so many are judged.
constexpr std::uint64_t of_copies = 4;

TEST_CASE("windows: each asks for more, or says what the whole vector says but for what lies beyond it") {
  struct Seen {
    std::uint64_t judged = 0;  // windows that sufficed
    std::uint64_t short_ones = 0;
  };
  std::map<std::string, Seen> seen;
  std::set<std::string> growing;
  for (const VectorFile& file : load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const Vector& vector : file.vectors) {
      if (vector.operation != Operation::decode) continue;
      const Codec& codec = *codec_named(vector.format);
      const std::vector<std::byte> bytes = vector.bytes();
      const Outcome whole = run_codec(codec, bytes, vector.options);
      Seen& of_format = seen[vector.format];
      const bool copies = vector.has_copies();
      const std::uint64_t step = 1 + bytes.size() / (copies ? of_copies : larger);
      for (std::uint64_t held = 0; held < bytes.size(); held += held < most && !copies ? 1 : step) {
        WindowTrial trial = try_window(codec, bytes, vector.options, whole, held);
        if (!trial.fault.empty()) FAIL_CHECK(vector.id << ": the first " << held << " bytes: " << trial.fault);
        ++(trial.asked == 0 ? of_format.judged : of_format.short_ones);
      }
      const int most_rounds = 3 + static_cast<int>(std::bit_width(bytes.size()));
      int rounds = 0;
      for (std::uint64_t held = 0; held < bytes.size() && rounds <= most_rounds; ++rounds) {
        held = try_window(codec, bytes, vector.options, whole, held).asked;
        if (held == 0) break;
      }
      if (rounds > most_rounds) FAIL_CHECK(vector.id << ": what is asked for does not suffice");
      if (rounds > 3) growing.insert(vector.format);
    }
  }
  // Where a header says its size, three rounds are enough. GGUF has none that does: it is asked for twice as far each
  // time.
  CHECK(growing.size() <= 1);
  // OINF and both layouts of BinTensors need no whole file; families that come later may be more.
  std::uint64_t formats = 0;
  for (const auto& [format, windows] : seen) {
    CAPTURE(format);
    CHECK(windows.short_ones > 100);
    formats += windows.judged != 0 ? 1 : 0;
  }
  CHECK(formats >= 3);
}

}  // namespace
}  // namespace hallmark::conformance
