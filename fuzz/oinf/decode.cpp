// Fuzz target: the decoder of `oinf`. Beyond the invariants of every decoder: names and data are views into the input,
// every element of an accepted file can be read, its encoding is canonical and decodes to the same value, and scratch
// is 3.2 bytes for each byte of the tables.
#include "codecs/oinf/format.hpp"
#include "fuzz/oinf/same.hpp"
#include "fuzz/reading.hpp"

namespace hallmark {
namespace codec {
extern const Codec oinf;
}

namespace fuzz {
namespace {

using oinf::Metadata;
using oinf::ModelView;
using oinf::ValueType;

// ModelReading checks the invariants of the format on an accepted model.
class ModelReading : Reading {
 public:
  using Reading::Reading;

  void name(std::string_view name) noexcept { bytes(as_bytes(name)); }
  void tensor(const TensorView& tensor) noexcept {
    name(tensor.name);
    ElementCount count;
    for (std::uint64_t axis = 0; axis < tensor.shape.rank(); ++axis) count.dimension(tensor.shape[axis]);
    std::uint64_t size = 0;
    invariant(!tensor.has_data || count.bytes(size_of(tensor.dtype), size), "the size of data does not overflow");
    invariant(tensor.data.size() == size, "data are as large as the shape says");
    bytes(tensor.data);
  }
  void metadata(const Metadata& entry) noexcept {
    name(entry.key);
    bytes(entry.blob);
    switch (entry.type) {
      case ValueType::string: name(oinf::string_of(entry)); break;
      case ValueType::bitset: {
        const oinf::Bitset bitset = oinf::bitset_of(entry);
        invariant(bitset.data.size() == (std::uint64_t{bitset.bits} + 7) / 8, "a bitset has the bytes of its bits");
        bytes(bitset.data);
        break;
      }
      case ValueType::ndarray: tensor(oinf::ndarray_of(entry)); break;
      default:
        invariant(is_element(entry.type) && entry.blob.size() == size_of(oinf::dtype_of(entry.type)),
                  "a scalar has the size of its type");
    }
  }
};

template <class Entry>
bool ascending(std::span<const Entry> table) noexcept {
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (!(name_of(table[i - 1]) < name_of(table[i]))) return false;
  }
  return true;
}

// is_canonical: tables are sorted, and every blob starts where the previous one ends.
bool is_canonical(Bytes input, const ModelView& model) noexcept {
  if (!ascending(model.sizevars) || !ascending(model.metadata) || !ascending(model.tensors)) return false;
  const std::byte* next = input.data() + load_le<std::uint64_t>(input.data() + 53);
  for (const Metadata& entry : model.metadata) {
    if (entry.blob.data() != next) return false;
    next += oinf::rounded_up(entry.blob.size());
  }
  for (const TensorView& entry : model.tensors) {
    if (entry.has_data && entry.data.data() != next) return false;
    next += oinf::rounded_up(entry.data.size());
  }
  return next == input.data() + input.size();
}

void accepted_invariants(Bytes input, const Options& options) {
  Block memory(static_cast<std::size_t>(oinf::scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto model = oinf::decode(input, scratch, options);
  invariant(static_cast<bool>(model), "an accepted file is accepted again");
  invariant(model->sizevars.size() == load_le<std::uint32_t>(input.data() + 13) &&
                model->metadata.size() == load_le<std::uint32_t>(input.data() + 17) &&
                model->tensors.size() == load_le<std::uint32_t>(input.data() + 21),
            "tables have as many entries as the header counts");
  ModelReading reading(input);
  for (const oinf::Sizevar& entry : model->sizevars) reading.name(entry.name);
  for (const Metadata& entry : model->metadata) reading.metadata(entry);
  for (const TensorView& entry : model->tensors) reading.tensor(entry);

  const std::uint64_t size = oinf::encoded_size(*model);
  Block out(static_cast<std::size_t>(size), 0xee);
  const Encoded written = encoded(*model, out.bytes());
  if (!written) {
    invariant(options.profile == Profile::compat && written.refusal.rule->compat,
              "an encoder refuses nothing but what compat tolerates");
    return;
  }
  invariant(written.size == size, "encoded_size is the size of the file");
  check_encoded(out, *model);
  if (options.profile == Profile::strict && is_canonical(input, *model)) {
    invariant(same_bytes(out.view(), input), "a canonical file is its own re-encoding");
  }
}

void scratch_invariants(Bytes input) {
  const std::uint64_t bound = oinf::scratch_bound(input);
  if (bound == 0) return;
  const std::uint64_t tables = std::uint64_t{load_le<std::uint32_t>(input.data() + 13)} * 16 +
                               std::uint64_t{load_le<std::uint32_t>(input.data() + 17)} * 32 +
                               std::uint64_t{load_le<std::uint32_t>(input.data() + 21)} * 36;
  invariant(tables <= input.size() - oinf::header_size, "scratch is asked for tables that the file can pay for");
  invariant(bound * 10 <= tables * 32 + 640, "scratch is 3.2 bytes for each byte of the tables");
}

}  // namespace
}  // namespace fuzz
}  // namespace hallmark

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  const auto found = fuzz::check_invariants(codec::oinf, input);
  fuzz::scratch_invariants(input.view());
  fuzz::where_accepted(found, [&](const Options& options) { fuzz::accepted_invariants(input.view(), options); });
  return 0;
}
