// Fuzz target: the decoder of `oinf` compared with a second reader (plain_reader.hpp), written from the document alone.
// Both give the same verdict under both profiles, and the same values.
#include "fuzz/invariants.hpp"
#include "fuzz/oinf/plain_reader.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::fuzz {
namespace {

plain_oinf::Model copied(const oinf::ModelView& model) {
  plain_oinf::Model copy;
  for (const oinf::Sizevar& entry : model.sizevars) copy.sizevars.emplace(entry.name, entry.value);
  for (const oinf::Metadata& entry : model.metadata) {
    copy.metadata.emplace(entry.key,
                          plain_oinf::Value{static_cast<std::uint32_t>(entry.type), std::string(as_text(entry.blob))});
  }
  for (const TensorView& entry : model.tensors) {
    plain_oinf::Tensor& to = copy.tensors[std::string(entry.name)];
    to.dtype = static_cast<std::uint32_t>(oinf::type_of(entry.dtype));
    for (std::uint64_t axis = 0; axis < entry.shape.rank(); ++axis) to.dims.push_back(entry.shape[axis]);
    to.has_data = entry.has_data;
    to.data = as_text(entry.data);
  }
  return copy;
}

// A value of a later draft hides where its blob lies, so that only the codec, which knows what it may still report of
// the other blobs, may call such a file invalid.
bool agree(plain_oinf::Verdict plain, Verdict ours) {
  switch (plain) {
    case plain_oinf::Verdict::valid: return ours == Verdict::valid;
    case plain_oinf::Verdict::invalid: return ours == Verdict::invalid;
    case plain_oinf::Verdict::not_ours: return ours != Verdict::valid;
  }
  return false;
}

void compare(Bytes input, Profile profile) {
  Options options;
  options.profile = profile;
  Block memory(static_cast<std::size_t>(oinf::scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto ours = oinf::decode(input, scratch, options);
  plain_oinf::Reader reader(as_text(input), profile == Profile::strict);
  const plain_oinf::Verdict plain = reader.read();
  if (!agree(plain, ours.verdict())) {
    const std::string_view rule = ours ? "none" : ours.violation().rule->id;
    std::fprintf(stderr, "verdict of the second reader: %d, rule of the codec: %.*s\n", static_cast<int>(plain),
                 static_cast<int>(rule.size()), rule.data());
    invariant(false, "two readers give the same verdict");
  }
  if (ours) invariant(copied(*ours) == reader.model(), "two readers find the same values");
}

}  // namespace
}  // namespace hallmark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  fuzz::compare(input.view(), Profile::strict);
  fuzz::compare(input.view(), Profile::compat);
  return 0;
}
