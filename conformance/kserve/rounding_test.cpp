#include "conformance/testing/rounding.hpp"

#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/elements.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/kserve.hpp"

using namespace hallmark;
using namespace hallmark::testing;

TEST_CASE("kserve: data in JSON are written and read the same under every mode of the host") {
  for (const DType dtype : {DType::f32, DType::f64}) {
    CAPTURE(dtype);
    const std::vector<std::byte> data = data_of(elements(dtype), dtype);
    const std::vector<std::byte> shape = shape_of(data.size() / size_of(dtype));
    kserve::MessageTensor tensor;
    tensor.tensor = {"a", dtype, Shape(shape), data, true};
    tensor.encoding = kserve::Encoding::json;
    kserve::MessageView message;
    message.tensors = {&tensor, 1};
    std::vector<std::byte> body(kserve::encoded_size(kserve::Role::request, message));
    std::vector<std::byte> memory(kserve::encode_scratch(kserve::Role::request, message));
    CHECK(differences([&] {
            Scratch scratch(memory);
            const auto written = kserve::encode(kserve::Role::request, message, scratch, body);
            REQUIRE(written);
            return body;
          }) == "");
    CHECK(differences([&] {
            Scratch scratch(memory);
            Options options;
            options.header_length = body.size();
            const auto read = kserve::decode(kserve::Role::request, body, scratch, options);
            REQUIRE(read);
            const Bytes found = read->tensors[0].tensor.data;
            return std::vector<std::byte>(found.begin(), found.end());
          }) == "");
  }
}
