// SPDX-License-Identifier: Apache-2.0
// Reader: every program of some operations over every input of up to nine bytes, decoding and validating: of up to
// four in core_test, of five in core_exhaustive. The input ends at an inaccessible page.
#include "codecs/core/reader.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "conformance/testing/counted.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/recorded.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

enum class What : std::uint8_t { unsigned_integer, signed_integer, bytes, skip, rest, enter, leave, malformed, wrong };

struct Operation {
  What what;
  std::uint64_t size = 0;
};

constexpr std::array operations = {
    Operation{What::unsigned_integer, 1},
    Operation{What::unsigned_integer, 2},
    Operation{What::unsigned_integer, 4},
    Operation{What::unsigned_integer, 8},
    Operation{What::signed_integer, 4},
    Operation{What::bytes, 0},
    Operation{What::bytes, 1},
    Operation{What::bytes, 3},
    Operation{What::bytes, 7},
    Operation{What::bytes, 10},
    Operation{What::bytes, std::uint64_t{1} << 32 | 1},
    Operation{What::bytes, UINT64_MAX},
    Operation{What::skip, 2},
    Operation{What::skip, UINT64_MAX - 1},
    Operation{What::rest},
    Operation{What::enter, 0},
    Operation{What::enter, 1},
    Operation{What::enter, 4},
    Operation{What::leave},
    Operation{What::malformed},
    Operation{What::wrong},
};
constexpr std::size_t longest = HALLMARK_LONGEST_PROGRAM;
constexpr std::uint64_t most_bytes = 9;

// The specification. A read takes its bytes where they are left in the window, else it takes all and spends the window.
class Model {
 public:
  Model(std::uint64_t size, bool validating) : end_(size), validating_(validating) {}

  bool take(std::uint64_t size) {
    const bool enough = size <= end_ - at;
    at = enough ? at + size : end_;
    if (!enough) fail(true);
    return enough;
  }
  // What is malformed spends the window; what is merely invalid does so only where the walk then ends. After a failure
  // nothing more is reported.
  void fail(bool malformed) {
    if (spent) return;
    ++reports;
    over_ = over_ || !validating_;
    if (malformed || over_) spend();
  }
  void enter(std::uint64_t size) {
    windows_.push_back({end_, spent});
    end_ = at + std::min(size, end_ - at);
  }
  void leave() {
    if (windows_.empty()) return;
    at = end_;
    end_ = windows_.back().end;
    spent = windows_.back().spent;
    windows_.pop_back();
    if (over_) spend();
  }
  [[nodiscard]] std::uint64_t remaining() const { return end_ - at; }

  std::uint64_t at = 0;
  bool spent = false;
  std::uint64_t reports = 0;

 private:
  struct Window {
    std::uint64_t end;
    bool spent;
  };
  void spend() {
    spent = true;
    at = end_;
  }

  std::uint64_t end_;
  bool validating_;
  bool over_ = false;
  std::vector<Window> windows_;
};

std::uint64_t little_endian(Bytes bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i - 1]);
  return value;
}

std::uint64_t read(Reader& in, std::uint64_t size) {
  switch (size) {
    case 1: return in.u8("");
    case 2: return in.u16le("");
    case 4: return in.u32le("");
    default: return in.u64le("");
  }
}

class EndlessSink final : public DiagnosticSink {
 public:
  bool report(const Violation&, Severity, const Place&) noexcept override { return ++reports != 0; }
  std::uint64_t reports = 0;
};

// agrees runs a program on the reader and on the specification at once.
bool agrees(std::span<const Operation> program, Bytes input, bool validating) {
  EndlessSink sink;
  Findings findings(Profile::strict, validating ? &sink : nullptr);
  Reader in(input, findings, truncated);
  Model model(input.size(), validating);
  std::vector<Reader::Window> windows;
  for (const auto [what, size] : program) {
    const std::uint64_t at = model.at;
    const auto expected = [&](std::uint64_t wanted) {
      return model.take(wanted) ? input.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(wanted))
                                : Bytes{};
    };
    const auto same_view = [](const Field<Bytes>& found, Bytes view) {
      return found.value.size() == view.size() && (view.empty() || found.value.data() == view.data());
    };
    bool same = true;
    switch (what) {
      case What::unsigned_integer: same = read(in, size) == little_endian(expected(size)); break;
      case What::signed_integer:
        same = in.i32le("") == static_cast<std::int32_t>(static_cast<std::uint32_t>(little_endian(expected(size))));
        break;
      case What::bytes: same = same_view(in.bytes(size, ""), expected(size)); break;
      case What::rest: same = same_view(in.rest(""), expected(model.remaining())); break;
      case What::skip:
        in.skip(size, "");
        (void)model.take(size);
        break;
      case What::enter:
        windows.push_back(in.enter(size));
        model.enter(size);
        break;
      case What::leave:
        if (windows.empty()) break;
        in.leave(windows.back());
        windows.pop_back();
        model.leave();
        break;
      case What::malformed:
      case What::wrong:
        same = !in.require(false, what == What::malformed ? malformed : wrong, in.offset(), 0, "");
        model.fail(what == What::malformed);
        break;
    }
    if (!same || in.offset() != model.at || in.remaining() != model.remaining() || in.ok() == model.spent) return false;
    if (validating && sink.reports != model.reports) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("exhaustive: a reader does what its specification says, whatever is asked of it") {
  Counted counted;
  const Fenced memory(most_bytes);
  for (std::uint64_t size = 0; size <= most_bytes; ++size) {
    const std::span<std::byte> input = memory.high().last(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(0xf1 + i);
    std::array<Operation, longest> program{};
    const auto extend = [&](const auto& self, std::size_t length) -> void {
      for (const bool validating : {false, true}) {
        counted.check(agrees(std::span(program).first(length), input, validating), [&] {
          std::string text = std::to_string(size) + " bytes:";
          for (std::size_t i = 0; i < length; ++i) {
            text += " " + std::to_string(static_cast<int>(program[i].what)) + "/" + std::to_string(program[i].size);
          }
          return text;
        });
      }
      if (length == longest) return;
      for (const Operation& next : operations) {
        program[length] = next;
        self(self, length + 1);
      }
    };
    extend(extend, 0);
  }
  std::uint64_t programs = 1;
  for (std::size_t length = 0; length < longest; ++length) programs = 1 + operations.size() * programs;
  counted.close(2 * (most_bytes + 1) * programs);
}
