// Hallmark's decoders: every rule checked, and every value that is not a view of the input converted.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "benchmarks/peers/native/work.hpp"
#include "codecs/core/scan.hpp"
#include "hallmark/bintensors.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/core/version.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/kserve.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::benchmarks {
namespace {

// Memory is scratch that grows to what is asked for and is used again.
class Memory {
 public:
  [[nodiscard]] Scratch of(std::uint64_t size) {
    if (size > size_) {
      memory_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size));
      size_ = size;
    }
    return Scratch({memory_.get(), static_cast<std::size_t>(size)});
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::uint64_t size_ = 0;
};

template <class View>
const View& valid(const Decoded<View>& decoded) {
  if (!decoded) throw Refused(fmt::format("refused by {}", decoded.violation().rule->id));
  return *decoded;
}

template <class T>
std::uint64_t sum_of(Bytes data) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < data.size(); at += sizeof(T)) sum += load_le<T>(data.data() + at);
  return sum;
}

// The bits of all elements as unsigned numbers, added up; of BYTES the lengths and the bytes.
std::uint64_t sum_of(const TensorView& tensor) {
  std::uint64_t sum = 0;
  switch (size_of(tensor.dtype)) {
    case 1: return sum_of<std::uint8_t>(tensor.data);
    case 2: return sum_of<std::uint16_t>(tensor.data);
    case 4: return sum_of<std::uint32_t>(tensor.data);
    case 8: return sum_of<std::uint64_t>(tensor.data);
    default: break;
  }
  for (Bytes left = tensor.data; !left.empty();) {
    const auto length = load_le<std::uint32_t>(left.data());
    sum += length + sum_of<std::uint8_t>(left.subspan(4, length));
    left = left.subspan(4 + length);
  }
  return sum;
}

template <std::uint64_t (*Find)(Bytes) noexcept>
PeerWork scan(const std::string& path) {
  return scanned(path, [](Bytes input) { return Find(input) == nowhere; });
}

struct VectorTotals final : bson::VectorSink {
  void vector(std::uint64_t, const Place&, std::uint64_t, const bson_vector::VectorView& vector) noexcept override {
    bytes += vector.data.size();
    sum += sum_of<std::uint8_t>(vector.data);
  }
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;
};

PeerWork bson_documents(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(bson::scratch_bound(input->bytes()));
    return bson::decode(input->bytes(), scratch);
  };
  return {[=] { return valid(decode()).documents; },
          [=] {
            const auto decoded = decode();
            const bson::DocumentsView& all = valid(decoded);
            Scratch scratch = memory->of(bson::scratch_bound(all.input));
            VectorTotals totals;
            bson::visit_vectors(all, scratch, {}, totals);
            return answer_of({{"documents", all.documents},
                              {"vectors", all.vectors},
                              {"vector_bytes", totals.bytes},
                              {"vector_sum", totals.sum}});
          }};
}

// The elements are put into an array, as the peers do it: they are little-endian, as nearly every machine is.
PeerWork vector(const std::string& path) {
  const Input input = input_of(path);
  const auto floats = std::make_shared<std::vector<float>>();
  const auto decode = [=]() -> std::uint64_t {
    Scratch none;
    const auto decoded = bson_vector::decode(input->bytes(), none);
    const bson_vector::VectorView& read = valid(decoded);
    floats->resize(static_cast<std::size_t>(read.elements()));
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(floats->data(), read.data.data(), floats->size() * sizeof(float));
    } else {
      for (std::size_t i = 0; i < floats->size(); ++i) (*floats)[i] = element<float>(read.data, i);
    }
    return floats->size();
  };
  return {decode, [=] {
            std::uint64_t sum = 0;
            const std::uint64_t elements = decode();
            for (const float each : *floats) {
              for (auto bits = std::bit_cast<std::uint32_t>(each); bits != 0; bits >>= 8) sum += bits & 0xff;
            }
            return answer_of({{"elements", elements}, {"sum", sum}});
          }};
}

std::string answer_of_file(const bintensors::FileView& file) {
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
  std::uint64_t names = 0;
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    bintensors::Tensor tensor = file.tensor(i);
    ElementCount count;
    while (tensor.shape.left() != 0) count.dimension(tensor.shape.next());
    elements += count.elements();
    bytes += tensor.data.size();
    names += sum_of<std::uint8_t>(as_bytes(tensor.name));
  }
  return answer_of({{"tensors", file.size()}, {"elements", elements}, {"data_bytes", bytes}, {"name_sum", names}});
}

template <bintensors::Layout Of>
PeerWork tensors(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(bintensors::scratch_bound(Of, input->bytes()));
    return bintensors::decode(Of, input->bytes(), scratch);
  };
  return {[=] { return valid(decode()).size(); }, [=] { return answer_of_file(valid(decode())); }};
}

// In each pass the file is opened, its header read, its data mapped, the header decoded, and the file closed.
PeerWork open_tensors(const std::string& path) {
  const auto memory = std::make_shared<Memory>();
  const auto start = std::make_shared<std::vector<std::byte>>(start_size);
  const auto decode = [memory](const MappedFile& file) {
    const bool whole = bintensors::header_size(file.start()) <= file.start().size();
    const Bytes header = whole ? file.start() : file.bytes();
    Scratch scratch = memory->of(bintensors::scratch_bound(bintensors::Layout::v1, header));
    return bintensors::decode(bintensors::Layout::v1, file.bytes(), header, scratch);
  };
  return {[=] {
            const MappedFile file(path, *start);
            return valid(decode(file)).size();
          },
          [=] {
            const MappedFile file(path, *start);
            return answer_of_file(valid(decode(file)));
          }};
}

PeerWork oinf_model(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto decode = [=] {
    Scratch scratch = memory->of(oinf::scratch_bound(input->bytes()));
    return oinf::decode(input->bytes(), scratch);
  };
  return {[=]() -> std::uint64_t { return valid(decode()).tensors.size(); },
          [=] {
            const auto decoded = decode();
            const oinf::ModelView& model = valid(decoded);
            return answer_of({{"sizevars", model.sizevars.size()},
                              {"metadata", model.metadata.size()},
                              {"tensors", model.tensors.size()}});
          }};
}

// Every value is read: text is converted, binary data are copied, so that the caller has elements as the peers give
// them.
PeerWork futhark_values(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto each = [=](auto&& visit) {
    Scratch scratch = memory->of(futhark::scratch_bound(input->bytes()));
    const auto decoded = futhark::decode(input->bytes(), scratch);
    const futhark::StreamView& stream = valid(decoded);
    futhark::Values values(stream, memory->of(futhark::read_scratch(stream)));
    std::uint64_t count = 0;
    for (futhark::ValueView value; values.next(value); ++count) visit(value.tensor);
    return count;
  };
  const auto copy = std::make_shared<std::vector<std::byte>>();
  return {[=] { return each([&](const TensorView& tensor) { copy->assign(tensor.data.begin(), tensor.data.end()); }); },
          [=] {
            std::uint64_t elements = 0;
            std::uint64_t sum = 0;
            const std::uint64_t count = each([&](const TensorView& tensor) {
              elements += count_of(tensor.shape).elements();
              sum += sum_of(tensor);
            });
            return answer_of({{"values", count}, {"elements", elements}, {"sum", sum}});
          }};
}

template <kserve::Role Of>
PeerWork message(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  Options options;
  options.header_length = header_length_of(path);
  const auto decode = [=] {
    Scratch scratch = memory->of(kserve::scratch_bound(input->bytes(), options));
    return kserve::decode(Of, input->bytes(), scratch, options);
  };
  return {[=]() -> std::uint64_t { return valid(decode()).tensors.size(); },
          [=] {
            const auto decoded = decode();
            std::uint64_t elements = 0;
            std::uint64_t sum = 0;
            for (const kserve::MessageTensor& each : valid(decoded).tensors) {
              elements += count_of(each.tensor.shape).elements();
              sum += sum_of(each.tensor);
            }
            return answer_of({{"tensors", decoded->tensors.size()}, {"elements", elements}, {"sum", sum}});
          }};
}

struct Known {
  const char* work;
  PeerWork (*make)(const std::string& path);
};
constexpr Known known[] = {
    {"utf8", scan<find_invalid_utf8>},
    {"bool", scan<find_non_bool>},
    {"zero", scan<find_non_zero>},
    {"bson", bson_documents},
    {"bson-vector", vector},
    {"bintensors-v0", tensors<bintensors::Layout::v0>},
    {"bintensors-v1", tensors<bintensors::Layout::v1>},
    {"open", open_tensors},
    {"oinf", oinf_model},
    {"futhark", futhark_values},
    {"kserve-request", message<kserve::Role::request>},
    {"kserve-response", message<kserve::Role::response>},
};

}  // namespace

void add_hallmark(std::vector<Peer>& peers) {
  peers.push_back({"hallmark", HALLMARK_VERSION_STRING ", " HALLMARK_COMPILER,
                   [](const auto&, const std::string& work, const std::string& path) {
                     const auto* found = std::find_if(std::begin(known), std::end(known),
                                                      [&](const Known& one) { return work == one.work; });
                     if (found == std::end(known)) throw Refused("no such work: " + work);
                     return found->make(path);
                   }});
}

}  // namespace hallmark::benchmarks
