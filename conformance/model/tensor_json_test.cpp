// SPDX-License-Identifier: Apache-2.0
// JSON values that do not fit the model of a format are rejected before they are encoded.
#include "conformance/model/tensor_json.hpp"

#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

constexpr const char* bintensors = R"({"metadata": null, "tensors": [TENSOR]})";
constexpr const char* oinf = R"({"sizevars": {}, "metadata": [], "tensors": [TENSOR]})";
constexpr const char* ndarray = R"({"sizevars": {}, "metadata": [TENSOR], "tensors": []})";

Json value_with(std::string value, const std::string& tensor) {
  return Json::parse(value.replace(value.find("TENSOR"), 6, tensor));
}

bool refused(const char* format, const Json& value) {
  try {
    (void)model_named(format)->encode(value, {});
    return false;
  } catch (const BadValue&) {
    return true;
  }
}

struct Row {
  const char* why;
  const char* format;
  const char* value;
  const char* tensor;
  bool refused;
};

constexpr Row rows[] = {
    {"as it should be", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "u8", "shape": [2], "data": {"base64": "AQI="}})", false},
    {"a dimension as a string", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "u8", "shape": ["2"], "data": {"base64": "AQI="}})", false},
    {"an unknown dtype", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "u7", "shape": [2], "data": {"base64": "AQI="}})", true},
    {"a dtype of other formats", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "bytes", "shape": [2], "data": {"base64": "AQI="}})", true},
    {"a dtype of a byte of other formats", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "f8_e8m0", "shape": [2], "data": {"base64": "AQI="}})", true},
    {"a dimension below zero", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "u8", "shape": [-2], "data": {"base64": "AQI="}})", true},
    {"a fraction as a dimension", "oinf", oinf,
     R"({"name": "a", "dtype": "u8", "shape": [1.5], "data": {"base64": "AQI="}})", true},
    {"a shape that is no list", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "u8", "shape": 2, "data": {"base64": "AQI="}})", true},
    {"no name", "bintensors-v1", bintensors, R"({"dtype": "u8", "shape": [2], "data": {"base64": "AQI="}})", true},
    {"no shape", "bintensors-v1", bintensors, R"({"name": "a", "dtype": "u8", "data": {"base64": "AQI="}})", true},
    {"no data where a format demands them", "bintensors-v1", bintensors,
     R"({"name": "a", "dtype": "u8", "shape": [2], "data": null})", true},
    {"no data where a format declares tensors without", "oinf", oinf,
     R"({"name": "a", "dtype": "u8", "shape": [2], "data": null})", false},
    {"data left out", "oinf", oinf, R"({"name": "a", "dtype": "u8", "shape": [2]})", true},
    {"a dtype that OINF lacks", "oinf", oinf,
     R"({"name": "a", "dtype": "bf16", "shape": [1], "data": {"base64": "AQI="}})", true},
    {"an array in metadata", "oinf", ndarray,
     R"({"key": "a", "type": "ndarray", "dtype": "u8", "shape": [2], "data": {"base64": "AQI="}})", false},
    {"an array in metadata with too little data, which padding would complete", "oinf", ndarray,
     R"({"key": "a", "type": "ndarray", "dtype": "u16", "shape": [2], "data": {"base64": "AQID"}})", true},
    {"an array in metadata whose size overflows", "oinf", ndarray,
     R"({"key": "a", "type": "ndarray", "dtype": "u64", "shape": ["2305843009213693952"], "data": {"base64": ""}})",
     true},
    {"an array in metadata without data", "oinf", ndarray,
     R"({"key": "a", "type": "ndarray", "dtype": "u8", "shape": [0], "data": null})", true},
};

TEST_CASE("values: what is not of a format's model is a bad value, what is gets encoded") {
  for (const Row& row : rows) {
    INFO(row.why);
    CHECK(refused(row.format, value_with(row.value, row.tensor)) == row.refused);
  }
}

TEST_CASE("values: a size variable is an integer from 0 to 2^64-1") {
  const auto value_of = [](const char* size) {
    return Json::parse(std::string(R"({"metadata": [], "tensors": [], "sizevars": {"n": )") + size + "}}");
  };
  for (const char* size : {"0", "\"18446744073709551615\""}) CHECK_FALSE(refused("oinf", value_of(size)));
  for (const char* size : {"-1", "0.5", "null", "\"18446744073709551616\"", "\"x\""}) {
    INFO(size);
    CHECK(refused("oinf", value_of(size)));
  }
}

TEST_CASE("values: arrays and tensors come back from the JSON they are shown as") {
  Owned owned;
  TensorView tensor{"weights", DType::bytes, true, {}, as_bytes(std::string_view("\0\xff\x80 any", 7))};
  const Json shape = {0, 1, "18446744073709551615"};
  tensor.shape = owned.shape(JsonAt(shape));
  const ArrayTerms terms{.has = [](DType) { return true; }, .may_lack_data = true};
  for (const bool has_data : {true, false}) {
    tensor.has_data = has_data;
    const Json shown = json_of(tensor_entry(tensor));
    CHECK(shown.at("name") == "weights");
    CHECK(shown.at("data").is_null() != has_data);
    const TensorView back = owned.tensor(JsonAt(shown), terms);
    CHECK(json_of(tensor_entry(back)) == shown);
    CHECK(back.has_data == has_data);
    CHECK(back.shape[2] == UINT64_MAX);
    Json nameless = shown;
    nameless.erase("name");
    CHECK(json_of(array_entry(tensor)) == nameless);
    CHECK(json_of(array_entry(owned.array(JsonAt(nameless), terms))) == nameless);
  }
}

}  // namespace
}  // namespace hallmark::conformance
