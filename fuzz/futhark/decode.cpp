// Fuzz target: the decoder of `futhark`. Beyond the invariants of every decoder: scratch is constant, every element of
// every value of an accepted stream can be read in exactly the memory that is asked for, and what is shown of a stream
// is what can be read of it.
#include "codecs/core/memory_rules.hpp"
#include "fuzz/futhark/values.hpp"
#include "fuzz/same.hpp"

namespace hallmark {
namespace codec {
extern const Codec futhark;
}

namespace fuzz {
namespace {

// Contents compares the reported contents with the values that were read.
class Contents final : public ContentSink {
 public:
  explicit Contents(const OwnedValues& values) : views_(views_of(values)) {}

  void tensor(const TensorView& tensor, const Place&) noexcept override {
    invariant(seen_ < views_.size(), "contents show no more than can be read");
    invariant(same(tensor, views_[seen_++]), "contents show what can be read");
  }
  void number(std::string_view, std::uint64_t) noexcept override { other(); }
  void text(std::string_view, std::string_view) noexcept override { other(); }
  void scalar(const TensorView&) noexcept override { other(); }
  void array(const TensorView&) noexcept override { other(); }
  void bits(const BitsView&) noexcept override { other(); }
  void bit_tensor(const BitsView&, const Place&) noexcept override { other(); }
  [[nodiscard]] std::size_t seen() const noexcept { return seen_; }

 private:
  static void other() noexcept { invariant(false, "the format holds tensors"); }

  std::vector<TensorView> views_;
  std::size_t seen_ = 0;
};

void accepted_invariants(Bytes input, const Options& options) {
  const auto values = read(input, options);
  invariant(values.has_value(), "an accepted stream is accepted again");
  for (const Owned& value : *values) {
    if (options.profile == Profile::compat || value.dtype != DType::boolean) continue;
    for (const std::byte b : value.data) invariant(b <= std::byte{1}, "elements of bool are 0 or 1");
  }
  const Codec& codec = codec::futhark;
  Block first(static_cast<std::size_t>(codec.scratch_bound(input, options)), 0x5a);
  Scratch bounding(first.bytes());
  Block memory(static_cast<std::size_t>(codec.contents_bound(input, bounding, options)), 0x5a);
  Scratch scratch(memory.bytes());
  Contents contents(*values);
  codec.contents(input, scratch, options, contents);
  invariant(contents.seen() == values->size(), "contents show all that can be read");
}

// In less scratch than the values need, reading ends early.
void cramped_invariants(Bytes input) {
  const std::uint64_t bound = futhark::scratch_bound(input);
  invariant(bound <= 16 * std::min<std::uint64_t>(futhark::default_max_rank, input.size()), "scratch is constant");
  Block whole(static_cast<std::size_t>(bound), 0x5a);
  Scratch enough(whole.bytes());
  const auto stream = futhark::decode(input, enough);
  if (!stream) return;
  for (const std::uint64_t given : {std::uint64_t{0}, bound / 2, bound - bound / 4}) {
    Block memory(static_cast<std::size_t>(given), 0x5a);
    futhark::Values values(*stream, Scratch(memory.bytes()));
    for (futhark::ValueView value; values.next(value);) value_invariants(value, input, memory.view());
  }
}

}  // namespace
}  // namespace fuzz
}  // namespace hallmark

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  const auto found = fuzz::check_invariants(codec::futhark, input);
  fuzz::cramped_invariants(input.view());
  fuzz::where_accepted(found, [&](const Options& options) { fuzz::accepted_invariants(input.view(), options); });
  return 0;
}
