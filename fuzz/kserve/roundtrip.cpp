// Fuzz target: round trips of KServe requests and responses, with and without a header length. Data in the JSON are not
// plain: a byte that is broken there is checked against the invariants alone.
#include "fuzz/roundtrip.hpp"

#include "conformance/kserve/generate.hpp"

namespace hallmark::fuzz {
namespace {

using kserve::Role;

// The form of a way is a role, and this if the header length is given.
constexpr int framed = 2;

Role role_of(const Way& way) noexcept { return way.form % framed == 0 ? Role::request : Role::response; }

struct Kserve {
  using Model = kserve::OwnedTensors;

  static std::span<const Way> ways() {
    static const Codec* const request = codec_named("kserve-request");
    static const Codec* const response = codec_named("kserve-response");
    static const Way all[] = {{request, 0}, {response, 1}, {request, framed}, {response, framed + 1}};
    return all;
  }
  static Model draw(Choices& choices) { return kserve::any_tensors(choices, 4); }

  static std::optional<File> written(const Way& way, const Model& model) {
    const kserve::Borrowed borrowed(model);
    const kserve::MessageView message = borrowed.view();
    File file;
    file.bytes.resize(static_cast<std::size_t>(kserve::encoded_size(role_of(way), message)));
    Block memory(static_cast<std::size_t>(kserve::encode_scratch(role_of(way), message)), 0x5a);
    Scratch scratch(memory.bytes());
    const Encoded written = kserve::encode(role_of(way), message, scratch, file.bytes);
    invariant(static_cast<bool>(written), "valid tensors are written");
    if (way.form >= framed) file.options.header_length = written.header_length;
    return file;
  }

  static std::optional<Found<Model>> read(const Way& way, const File& file) {
    Block memory(static_cast<std::size_t>(kserve::scratch_bound(file.bytes, file.options)), 0x5a);
    Scratch scratch(memory.bytes());
    const auto message = kserve::decode(role_of(way), file.bytes, scratch, file.options);
    if (!message) return std::nullopt;
    Found<Model> found{kserve::owned(*message), {}};
    for (std::size_t i = 0; i < message->tensors.size(); ++i) {
      const auto& [tensor, encoding, object, parameters, values] = message->tensors[i];
      if (encoding == kserve::Encoding::json || tensor.dtype == DType::bytes) continue;
      found.plain.push_back(plain_data(file, tensor.data, tensor.dtype, i));
    }
    return found;
  }

  static void change(Model& model, const Plain& plain, std::size_t at, std::byte mask) {
    model[plain.part].data[at] ^= mask;
  }
};

}  // namespace
}  // namespace hallmark::fuzz

HALLMARK_ROUNDTRIP(hallmark::fuzz::Kserve)
