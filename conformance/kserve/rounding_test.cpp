// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/rounding.hpp"

#include "conformance/kserve/generate.hpp"
#include "conformance/testing/elements.hpp"

using namespace hallmark;
using namespace hallmark::testing;

TEST_CASE("kserve: data in JSON are written and read the same under every mode of the host") {
  for (const DType dtype : {DType::f32, DType::f64}) {
    CAPTURE(dtype);
    const std::vector<std::byte> data = data_of(elements(dtype), dtype);
    const kserve::OwnedTensors tensors = {{"a", dtype, {data.size() / size_of(dtype)}, data, kserve::Encoding::json}};
    const kserve::Borrowed message(tensors);
    const auto written = [&] { return kserve::encoded(kserve::Role::request, message.view()).bytes; };
    CHECK(differences(written) == "");
    const std::vector<std::byte> body = written();
    std::vector<std::byte> memory(kserve::scratch_bound(body));
    CHECK(differences([&] {
            Scratch scratch(memory);
            const auto read = kserve::decode(kserve::Role::request, body, scratch);
            REQUIRE(read);
            return kserve::owned(*read).front().data;
          }) == "");
  }
}
