#include <fmt/format.h>

#include <memory>

#include "benchmarks/bintensors/inputs.hpp"
#include "benchmarks/futhark/inputs.hpp"
#include "benchmarks/growth/growth.hpp"
#include "benchmarks/harness/random.hpp"
#include "benchmarks/kserve/inputs.hpp"
#include "benchmarks/oinf/inputs.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/kserve.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::benchmarks::growth {
namespace {

using Memory = std::vector<std::byte>;

// A codec's working memory while it decodes what will be encoded.
template <class View>
struct Kept {
  Memory input;
  Memory tables;
  View view{};
};

Work encode_bintensors(bintensors::Layout layout, std::uint64_t size) {
  struct Model {
    std::vector<std::string> names;
    std::vector<TensorView> tensors;
    std::byte shape[8]{std::byte{4}};  // four elements
    std::byte data[16]{};
  };
  auto keep = std::make_shared<Model>();
  Random random;
  for (const std::uint32_t number : random.permutation(static_cast<std::uint32_t>(size / 50))) {
    keep->names.push_back(fmt::format("layer.{:08}.weight", number));
  }
  for (const std::string& name : keep->names) {
    keep->tensors.push_back({name, DType::f32, Shape(keep->shape), keep->data, true});
  }
  const bintensors::Model model{false, {}, keep->tensors};
  auto memory = std::make_shared<Memory>(bintensors::encode_scratch(layout, model));
  auto out = std::make_shared<Memory>(bintensors::encoded_size(layout, model, Scratch(*memory)));
  return {[=] {
            Scratch scratch(*memory);
            check_answer(static_cast<bool>(bintensors::encode(layout, model, scratch, *out)), "bintensors::encode");
            (void)keep;
          },
          1, out->size(), memory};
}

Work encode_oinf(std::uint64_t size) {
  auto keep = std::make_shared<Kept<oinf::ModelView>>();
  keep->input = oinf_tables(static_cast<std::uint32_t>(size / 60), TableOrder::shuffled);
  keep->tables.resize(oinf::scratch_bound(keep->input));
  Scratch once(keep->tables);
  const auto decoded = oinf::decode(keep->input, once);
  check_answer(static_cast<bool>(decoded), "oinf::decode");
  keep->view = *decoded;
  auto memory = std::make_shared<Memory>(oinf::encode_scratch(keep->view));
  auto out = std::make_shared<Memory>(oinf::encoded_size(keep->view));
  return {[=] {
            Scratch scratch(*memory);
            check_answer(static_cast<bool>(oinf::encode(keep->view, scratch, *out)), "oinf::encode");
          },
          1, out->size(), memory};
}

Work encode_futhark(Form form, std::uint64_t size) {
  auto data = std::make_shared<std::vector<double>>(size / 20);
  Random random;
  for (double& number : *data) number = static_cast<double>(random.below(std::uint64_t{1} << 53)) * 0x1p-53;
  auto shape = std::make_shared<Memory>(8);
  store_le(shape->data(), std::uint64_t{data->size()});
  const TensorView value{"", DType::f64, Shape(*shape), std::as_bytes(std::span(*data)), true};
  const futhark::Style style{.form = form};
  auto out = std::make_shared<Memory>(futhark::encoded_size({{&value, 1}, style}));
  return {[=] {
            (void)shape;
            (void)data;
            Scratch none;
            check_answer(static_cast<bool>(futhark::encode({{&value, 1}, style}, none, *out)), "futhark::encode");
          },
          1, out->size()};
}

Work encode_kserve(std::uint64_t size) {
  auto keep = std::make_shared<Kept<kserve::MessageView>>();
  keep->input = kserve_json({"FP64", size / 19}).bytes;
  keep->tables.resize(kserve::scratch_bound(keep->input));
  Scratch once(keep->tables);
  const auto decoded = kserve::decode(kserve::Role::request, keep->input, once);
  check_answer(static_cast<bool>(decoded), "kserve::decode");
  keep->view = *decoded;
  auto memory = std::make_shared<Memory>(kserve::encode_scratch(kserve::Role::request, keep->view));
  auto out = std::make_shared<Memory>(kserve::encoded_size(kserve::Role::request, keep->view));
  return {[=] {
            Scratch scratch(*memory);
            const Encoded encoded = kserve::encode(kserve::Role::request, keep->view, scratch, *out);
            check_answer(static_cast<bool>(encoded), "kserve::encode");
          },
          1, out->size(), memory};
}

Work build_bson(std::uint64_t size) {
  auto out = std::make_shared<Memory>(size + 4096);
  return {[=] {
            bson::Builder to(*out);
            while (to.size() < size) {
              to.begin_document();
              to.string("title", "a title of some words");
              to.begin_array("numbers");
              for (int i = 0; i < 20; ++i) to.int32("", i);
              to.end();
              to.end();
            }
            check_answer(static_cast<bool>(to.finish()), "bson::Builder");
          },
          1, size};
}

Work encode_bson_vector(std::uint64_t size) {
  auto data = std::make_shared<Memory>(size / 4 * 4);
  auto out = std::make_shared<Memory>(2 + data->size());
  return {[=] {
            Scratch none;
            const bson_vector::VectorView vector{bson_vector::VectorType::float32, 0, *data};
            check_answer(static_cast<bool>(bson_vector::encode(vector, none, *out)), "bson_vector::encode");
          },
          1, size};
}

}  // namespace

std::vector<Case> encoders() {
  std::vector<Case> all{
      {"encode/oinf/shuffled", encode_oinf},
      {"encode/kserve-request/fp64", encode_kserve},
      {"encode/bson/documents", build_bson},
      {"encode/bson-vector/float32", encode_bson_vector},
      {"encode/futhark/binary", [](std::uint64_t size) { return encode_futhark(Form::binary, size); }},
      {"encode/futhark/text", [](std::uint64_t size) { return encode_futhark(Form::text, size); }},
  };
  for (const bintensors::Layout layout : {bintensors::Layout::v0, bintensors::Layout::v1}) {
    all.push_back({"encode/" + std::string(id_of(layout)) + "/shuffled",
                   [layout](std::uint64_t size) { return encode_bintensors(layout, size); }});
  }
  return all;
}

}  // namespace hallmark::benchmarks::growth
