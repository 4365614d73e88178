// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every family: what its codecs do with an input whose bytes change while it is read, as those of a
// mapped file may. Results may then be any, but no read leaves the input, no write the scratch, and every place that is
// reported lies inside the input.
//
// Three ways to change it. A sink that rewrites the input when it is called finds what is read again after a report. A
// rewrite at a load of bytes that were loaded before finds every other second reading; it needs codecs that say what
// they load (`traced` in CMakeLists.txt). A second thread finds what only a race shows, and compilers that load twice.
// All but the last repeat exactly: everything is drawn from a hash of the input.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "conformance/testing/draws.hpp"
#include "conformance/testing/fenced.hpp"
#include "fuzz/family.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Draws;

constexpr std::size_t most_at_once = 9;  // bytes of a change: a number of BinTensors is as long
constexpr std::size_t most_places = 1024;
constexpr std::size_t most_fields = 64;

// Bytes that make lengths huge or zero, and what opens, ends or escapes in text.
constexpr std::string_view patterns[] = {{"\xfd\xff\xff\xff\x7f\0\0\0\0", 9},
                                         {"\xff\xff\xff\xff\xff\xff\xff\xff\xff", 9},
                                         {"\0\0\0\0\0\0\0\0\0", 9},
                                         "\xfd",
                                         "\x7f",
                                         "\xff",
                                         "\x01",
                                         {"\0", 1},
                                         "\\u",
                                         "\\",
                                         "\"",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         ",",
                                         "9",
                                         "e",
                                         " "};

struct Change {
  std::size_t at = 0;
  std::size_t size = 0;
  std::byte bytes[most_at_once] = {};
};

// Changing is an input in memory that ends at a locked page, and what one place of it may become. It is a whole file,
// or all that is here of one.
class Changing {
 public:
  Changing(Bytes original, std::uint64_t missing)
      : memory_(original.size()), original_(original), missing_(missing), loaded_(original.size()) {
    if (!original.empty()) std::memcpy(memory_.high().data(), original.data(), original.size());
  }

  [[nodiscard]] Bytes bytes() const noexcept { return memory_.high(); }
  [[nodiscard]] Input file() const noexcept { return {bytes(), bytes().size() + missing_}; }

  void choose(const Change& change) noexcept { change_ = change; }
  // write puts the change in, or the original bytes back. Byte by byte, as another process would be seen to write.
  void write(bool changed) noexcept {
    volatile std::byte* const to = memory_.high().data() + change_.at;
    for (std::size_t i = 0; i < change_.size; ++i) to[i] = changed ? change_.bytes[i] : original_[change_.at + i];
  }

  // During an operation: called() at each call of a sink, loaded() at each load of the codecs.
  void called() noexcept {
    if (schedule_ != 0) write((schedule_ >> (calls_++ % 64) & 1) != 0);
  }
  void loaded(const void* address, std::size_t size) noexcept {
    const std::size_t at = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) -
                                                    reinterpret_cast<std::uintptr_t>(bytes().data()));
    if (!tracing_ || at >= original_.size()) return;
    const std::size_t end = std::min(original_.size(), at + size);
    const bool again =
        std::any_of(loaded_.begin() + static_cast<std::ptrdiff_t>(at),
                    loaded_.begin() + static_cast<std::ptrdiff_t>(end), [](char one) { return one != 0; });
    std::fill(loaded_.begin() + static_cast<std::ptrdiff_t>(at), loaded_.begin() + static_cast<std::ptrdiff_t>(end), 1);
    if (!again || loads_again_++ != change_at_load_) return;
    change_.at = at;
    change_.size = std::min(change_.size, original_.size() - at);
    write(true);
  }
  // schedule says at which calls the input is the changed one; at the first bit, before the first call.
  void by_calls(std::uint64_t schedule) noexcept {
    schedule_ = schedule;
    called();
  }
  void by_loads(std::uint64_t load) noexcept {
    tracing_ = true;
    change_at_load_ = load;
  }
  // restore gives how many loads there were of bytes that had been loaded before.
  std::uint64_t restore() noexcept {
    write(false);
    if (tracing_) std::ranges::fill(loaded_, 0);
    schedule_ = 0;
    calls_ = 0;
    tracing_ = false;
    return std::exchange(loads_again_, 0);
  }

 private:
  testing::Fenced memory_;
  Bytes original_;
  std::uint64_t missing_;
  std::vector<char> loaded_;
  Change change_;
  std::uint64_t schedule_ = 0;
  std::uint64_t calls_ = 0;
  bool tracing_ = false;
  std::uint64_t change_at_load_ = 0;
  std::uint64_t loads_again_ = 0;
};

Changing* traced = nullptr;

// Watch is every sink at once. It lets the input change at each call, and reads what it is shown.
class Watch final : public DiagnosticSink, public LayoutSink, public ContentSink, public TextSink {
 public:
  Watch(Changing& input, Bytes scratch) noexcept : input_(input), scratch_(scratch) {}

  bool report(const Violation& violation, Severity, const Place& place) noexcept override {
    input_.called();
    within(violation.offset, violation.length);
    return path(place, violation);
  }
  bool range(std::uint64_t offset, std::uint64_t length, const char*, const Place& place) noexcept override {
    input_.called();
    within(offset, length);
    return path(place, {});
  }
  bool number(std::string_view name, std::uint64_t) noexcept override { return read(name); }
  bool text(std::string_view name, std::string_view value) noexcept override { return read(name) && read(value); }
  bool scalar(const TensorView& value) noexcept override { return tensor(value); }
  bool array(const TensorView& value) noexcept override { return tensor(value); }
  bool bits(const BitsView& value) noexcept override {
    invariant(value.count <= value.data.size() * 8, "bits lie in their data");
    return read(value.name) && read(value.data);
  }
  bool tensor(const TensorView& tensor, const Place& place) noexcept override {
    return this->tensor(tensor) && path(place, {});
  }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override {
    return bits(tensor) && path(place, {});
  }
  void write(std::string_view piece) noexcept override {
    input_.called();
    for (const char c : piece) sum_ = sum_ + static_cast<unsigned char>(c);
  }

  void within(std::uint64_t offset, std::uint64_t length) const noexcept {
    const std::uint64_t size = input_.file().size;
    invariant(offset <= size && length <= size - offset, "what is reported lies inside the input");
  }

 private:
  // They return true: a sink that wants more.
  bool tensor(const TensorView& tensor) noexcept {
    for (const std::uint64_t size : tensor.shape) sum_ = sum_ + size;
    return read(tensor.name) && read(tensor.data);
  }
  bool path(const Place& place, const Violation& violation) noexcept {
    if (paths_++ < paths_looked_at) place.write(*this, violation);
    return true;
  }
  bool read(std::string_view text) noexcept { return read(as_bytes(text)); }
  bool read(Bytes view) noexcept {
    input_.called();
    const auto inside = [&view](Bytes memory) {
      const auto address = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
      return address(view.data()) >= address(memory.data()) && view.size() <= memory.size() &&
             address(view.data()) - address(memory.data()) <= memory.size() - view.size();
    };
    // Text that a codec has of itself is short.
    invariant(view.size() < 64 || inside(input_.bytes()) || inside(scratch_),
              "a view lies in the input or in the scratch");
    for (const std::byte b : view) sum_ = sum_ + std::to_integer<unsigned>(b);
    return true;
  }

  Changing& input_;
  Bytes scratch_;
  std::uint64_t paths_ = 0;
  volatile std::uint64_t sum_ = 0;  // keeps the compiler from dropping the loads
};

enum class Operation : std::uint8_t { recognise, bounds, decode, validate, layout, contents };
constexpr Operation operations[] = {Operation::recognise, Operation::bounds, Operation::decode,
                                    Operation::validate,  Operation::layout, Operation::contents};

// Runner runs the operations of one codec, in scratch that is as large as the unchanged input asks for.
class Runner {
 public:
  Runner(const Codec& codec, Changing& input, const Options& options)
      : codec_(codec),
        input_(input),
        options_(options),
        bound_(codec.scratch_bound(input.file(), options)),
        most_(contents_bound()),
        memory_(static_cast<std::size_t>(most_)) {}

  void run(Operation operation) noexcept {
    const Input file = input_.file();
    const std::span<std::byte> room =
        memory_.high().last(static_cast<std::size_t>(operation == Operation::contents ? most_ : bound_));
    Scratch scratch(room);
    Watch watch(input_, room);
    switch (operation) {
      case Operation::recognise: (void)codec_.recognise(file); break;
      case Operation::bounds:
        (void)codec_.scratch_bound(file, options_);
        (void)codec_.contents_bound(file, scratch, options_);
        break;
      case Operation::decode: {
        const Violation found = codec_.decode(file, scratch, options_);
        if (found.rule != nullptr) watch.within(found.offset, found.length);
        break;
      }
      case Operation::validate: (void)codec_.validate(file, scratch, options_, watch); break;
      case Operation::layout: (void)codec_.layout(file, scratch, options_, watch); break;
      case Operation::contents: (void)codec_.contents(file, scratch, options_, watch); break;
    }
  }

 private:
  [[nodiscard]] std::uint64_t contents_bound() const {
    Block memory(static_cast<std::size_t>(bound_), 0x5a);
    Scratch scratch(memory.bytes());
    return std::max(bound_, codec_.contents_bound(input_.file(), scratch, options_));
  }

  const Codec& codec_;
  Changing& input_;
  Options options_;
  std::uint64_t bound_;
  std::uint64_t most_;
  testing::Fenced memory_;
};

// Places collects where the fields of an input begin.
class Places final : public LayoutSink {
 public:
  bool range(std::uint64_t offset, std::uint64_t, const char*, const Place&) noexcept override {
    places.push_back(static_cast<std::size_t>(offset));
    return places.size() < most_places;
  }
  std::vector<std::size_t> places;
};

std::vector<std::size_t> places_of(const Codec& codec, Bytes input, const Options& options) {
  Block memory(static_cast<std::size_t>(codec.scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  Places sink;
  (void)codec.layout(input, scratch, options, sink);
  return std::move(sink.places);
}

// A place where a field begins, or any; what it becomes is a pattern, or what stands elsewhere in the input.
Change drawn_change(Draws& draws, Bytes input, std::span<const std::size_t> places) {
  Change change;
  change.at = places.empty() || draws.one_in(4) ? draws.below(input.size()) : places[draws.below(places.size())];
  std::string_view bytes = patterns[draws.below(std::size(patterns))];
  if (draws.one_in(4))
    bytes = as_text(input.subspan(draws.below(input.size()))).substr(0, 1 + draws.below(most_at_once));
  change.size = std::min(bytes.size(), input.size() - change.at);
  std::memcpy(change.bytes, bytes.data(), change.size);
  return change;
}

// Flipping changes an input and restores it in a thread of its own, as long as it lives.
class Flipping {
 public:
  explicit Flipping(Changing& input)
      : thread_([this, &input] {
          for (bool changed = true; !ended_.load(std::memory_order_relaxed); changed = !changed) input.write(changed);
        }) {}
  ~Flipping() {
    ended_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

void check(const Codec& codec, Bytes original, const Options& options, Draws& draws) {
  constexpr std::size_t large = 4096;
  constexpr std::uint64_t one_in_threads = 32;  // a thread costs as much as a hundred runs
  const std::uint64_t rounds = original.size() > large ? 1 : 8;
  const std::vector<std::size_t> places = places_of(codec, original, options);
  Changing input(original, draws.one_in(4) ? draws.below(2 * original.size()) : 0);
  Runner runner(codec, input, options);
  const auto choose = [&] { input.choose(drawn_change(draws, original, places)); };
  traced = &input;
  for (const Operation operation : operations) {
    for (std::uint64_t round = 0; round < rounds; ++round) {
      choose();
      // The changed input from the n-th call on, or now this, now that one.
      input.by_calls(draws.one_in(2) ? ~std::uint64_t{0} << draws.below(8) : draws.word() | 1U << 31);
      runner.run(operation);
      input.restore();
    }
    // One field after the other, changed from the first call on.
    const std::size_t fields = rounds == 1 ? 0 : std::min(places.size(), most_fields);
    for (std::size_t field = 0; field < fields; ++field) {
      Change change = drawn_change(draws, original, places);
      change.at = places[field];
      change.size = std::min(change.size, original.size() - change.at);
      input.choose(change);
      input.by_calls(~std::uint64_t{1});
      runner.run(operation);
      input.restore();
    }
    input.by_loads(UINT64_MAX);
    runner.run(operation);
    const std::uint64_t again = input.restore();
    for (std::uint64_t round = 0; again != 0 && round < 2 * rounds; ++round) {
      choose();
      input.by_loads(draws.below(again));
      runner.run(operation);
      input.restore();
    }
  }
  traced = nullptr;
  if (!draws.one_in(one_in_threads)) return;
  choose();
  {
    const Flipping flipping(input);
    for (unsigned round = 0; round < 16; ++round) {
      for (const Operation operation : operations) runner.run(operation);
    }
  }
}

}  // namespace

void run_target(const Block& block) {
  const Bytes input = block.view();
  if (input.empty()) return;
  Draws draws(input);
  for (const Codec* codec : all_codecs()) {
    if (codec->family != family) continue;
    Options options;
    options.profile = draws.one_in(2) ? Profile::compat : Profile::strict;
    if (draws.one_in(2)) options.limits = conformance::drawn_limits(draws);
    if (draws.one_in(2)) options.header_length = conformance::drawn_header_length(draws, input);
    check(*codec, input, options, draws);
  }
}

}  // namespace hallmark::fuzz

// What clang calls before each load of code that is compiled with -fsanitize-coverage=trace-loads.
#define HALLMARK_LOAD(size)                                                               \
  extern "C" void __sanitizer_cov_load##size(const void* address) {                       \
    if (hallmark::fuzz::traced != nullptr) hallmark::fuzz::traced->loaded(address, size); \
  }
HALLMARK_LOAD(1)
HALLMARK_LOAD(2)
HALLMARK_LOAD(4)
HALLMARK_LOAD(8)
HALLMARK_LOAD(16)
