#include "conformance/testing/rounding.hpp"

#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/elements.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/futhark.hpp"

using namespace hallmark;
using namespace hallmark::testing;

TEST_CASE("futhark: text is written and read the same under every mode of the host") {
  for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
    CAPTURE(dtype);
    const std::vector<std::byte> data = data_of(elements(dtype), dtype);
    const std::vector<std::byte> shape = shape_of(data.size() / size_of(dtype));
    const TensorView tensor{"", dtype, Shape(shape), data, true};
    const futhark::ValueList list{.values = {&tensor, 1}, .style = {.form = Form::text}};
    std::vector<std::byte> text(futhark::encoded_size(list));
    CHECK(differences([&] {
            Scratch none_needed;
            REQUIRE(futhark::encode(list, none_needed, text));
            return text;
          }) == "");
    std::vector<std::byte> memory(4 * text.size() + 4096);
    CHECK(differences([&] {
            Scratch scratch(memory);
            const auto stream = futhark::decode(text, scratch);
            REQUIRE(stream);
            Scratch values(memory);
            futhark::ValueView value;
            futhark::Values all(*stream, values);
            REQUIRE(all.next(value));
            return std::vector<std::byte>(value.tensor.data.begin(), value.tensor.data.end());
          }) == "");
  }
}
