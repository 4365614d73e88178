// SPDX-License-Identifier: Apache-2.0
// JSON libraries on the headers of KServe bodies. None checks the rules of the protocol, and none reads binary data.
// Three build a document of the header, whatever is in it. simdjson's on-demand interface reads the members that a
// server needs, in their order, and puts the data into elements of their datatype.
#include "benchmarks/peers/native/work.hpp"

#ifdef HALLMARK_PEER_JSON

#include <fmt/format.h>
#include <simdjson.h>

#include <boost/json.hpp>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>

namespace hallmark::benchmarks {
namespace {

// Totals adds up what the answer says of a body.
struct Totals {
  std::uint64_t tensors = 0;
  std::uint64_t elements = 0;
  std::uint64_t sum = 0;
  bool complete = true;  // all data are in the JSON

  [[nodiscard]] std::string answer() const {
    if (!complete) return answer_of({{"tensors", tensors}, {"elements", elements}});
    return answer_of({{"tensors", tensors}, {"elements", elements}, {"sum", sum}});
  }
};

// bits_of gives the bits of a number as an element of a datatype; `Number` is what the library made of it.
template <class Number>
std::uint64_t bits_of(std::string_view datatype, Number number) {
  if (datatype == "FP64") return std::bit_cast<std::uint64_t>(static_cast<double>(number));
  if (datatype == "FP32") return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  const auto bits = static_cast<std::uint64_t>(number);
  if (datatype.ends_with("64")) return bits;
  if (datatype.ends_with("32")) return static_cast<std::uint32_t>(bits);
  if (datatype.ends_with("16")) return static_cast<std::uint16_t>(bits);
  return static_cast<std::uint8_t>(bits);
}

std::uint64_t bits_of(std::string_view text) {
  std::uint64_t sum = text.size();
  for (const char c : text) sum += static_cast<unsigned char>(c);
  return sum;
}

std::string header_of(const std::string& path) {
  const MappedFile file(path);
  return std::string(as_text(file.bytes().first(static_cast<std::size_t>(header_length_of(path)))));
}

std::uint64_t sum_of(const nlohmann::json& element, std::string_view datatype) {
  if (element.is_number_unsigned()) return bits_of(datatype, element.get<std::uint64_t>());
  if (element.is_number_integer()) return bits_of(datatype, element.get<std::int64_t>());
  if (element.is_number_float()) return bits_of(datatype, element.get<double>());
  if (element.is_string()) return bits_of(element.get_ref<const std::string&>());
  return element.get<bool>() ? 1 : 0;
}

// The answer of a library that built a document; `text` is what it writes of it.
std::string answer(const std::string& text, const char* member) {
  const auto document = nlohmann::json::parse(text);
  Totals totals;
  for (const auto& tensor : document.at(member)) {
    ++totals.tensors;
    std::uint64_t count = 1;
    for (const auto& size : tensor.at("shape")) count *= size.get<std::uint64_t>();
    totals.elements += count;
    totals.complete = totals.complete && tensor.contains("data");
    if (!tensor.contains("data")) continue;
    for (const auto& each : tensor.at("data"))
      totals.sum += sum_of(each, tensor.at("datatype").get<std::string_view>());
  }
  return totals.answer();
}

// OnDemand reads the tensors of a body; the elements of one stay in memory until the next is read.
class OnDemand {
 public:
  OnDemand(const std::string& header, const char* member) : text_(header), member_(member) {}

  // read counts tensors and elements; `summed` adds up the elements, too.
  Totals read(bool summed) {
    namespace od = simdjson::ondemand;
    od::document document = parser_.iterate(text_);
    Totals totals;
    for (od::object tensor : document[member_].get_array()) {
      ++totals.tensors;
      const std::string_view name = tensor["name"];
      (void)name;
      std::uint64_t count = 1;
      for (const std::uint64_t size : tensor["shape"].get_array()) count *= size;
      const std::string_view datatype = tensor["datatype"];
      od::array data;
      const bool in_json = tensor["data"].get_array().get(data) == simdjson::SUCCESS;
      if (in_json) read_data(datatype, data, summed ? &totals.sum : nullptr);
      totals.elements += count;
      totals.complete = totals.complete && in_json;
    }
    return totals;
  }

 private:
  void read_data(std::string_view datatype, simdjson::ondemand::array& data, std::uint64_t* sum) {
    if (datatype == "BOOL") return fill<bool, std::uint8_t>(datatype, data, sum);
    if (datatype == "UINT8") return fill<std::uint64_t, std::uint8_t>(datatype, data, sum);
    if (datatype == "UINT16") return fill<std::uint64_t, std::uint16_t>(datatype, data, sum);
    if (datatype == "UINT32") return fill<std::uint64_t, std::uint32_t>(datatype, data, sum);
    if (datatype == "UINT64") return fill<std::uint64_t, std::uint64_t>(datatype, data, sum);
    if (datatype == "INT8") return fill<std::int64_t, std::int8_t>(datatype, data, sum);
    if (datatype == "INT16") return fill<std::int64_t, std::int16_t>(datatype, data, sum);
    if (datatype == "INT32") return fill<std::int64_t, std::int32_t>(datatype, data, sum);
    if (datatype == "INT64") return fill<std::int64_t, std::int64_t>(datatype, data, sum);
    if (datatype == "FP32") return fill<double, float>(datatype, data, sum);
    if (datatype == "FP64") return fill<double, double>(datatype, data, sum);
    strings_.clear();
    for (auto each : data) strings_.push_back(each.get_string().value());
    if (sum == nullptr) return;
    for (const std::string_view text : strings_) *sum += bits_of(text);
  }

  template <class Number, class Element>
  void fill(std::string_view datatype, simdjson::ondemand::array& data, std::uint64_t* sum) {
    memory_.clear();
    for (auto each : data) {
      const auto element = static_cast<Element>(Number(each));
      const std::size_t at = memory_.size();
      memory_.resize(at + sizeof element);
      std::memcpy(memory_.data() + at, &element, sizeof element);
    }
    if (sum == nullptr) return;
    for (std::size_t at = 0; at < memory_.size(); at += sizeof(Element)) {
      Element element;
      std::memcpy(&element, memory_.data() + at, sizeof element);
      *sum += bits_of(datatype, element);
    }
  }

  simdjson::padded_string text_;
  const char* member_;
  simdjson::ondemand::parser parser_;
  std::vector<char> memory_;
  std::vector<std::string_view> strings_;
};

const char* member_of(const std::string& work) { return work == "kserve-request" ? "inputs" : "outputs"; }

}  // namespace

void add_json_libraries(std::vector<Peer>& peers) {
  const auto add = [&peers](std::string name, std::string version, auto make) {
    peers.push_back(
        {std::move(name), std::move(version), [make](const auto&, const std::string& work, const std::string& path) {
           return make(path, member_of(work));
         }});
  };
  const std::string simdjson_version =
      fmt::format("{}.{}.{}, {}", int(simdjson::SIMDJSON_VERSION_MAJOR), int(simdjson::SIMDJSON_VERSION_MINOR),
                  int(simdjson::SIMDJSON_VERSION_REVISION), simdjson::get_active_implementation()->name());
  // simdjson needs readable bytes after its input, and reuses its memory for each document.
  add("simdjson", simdjson_version, [](const std::string& path, const char* member) {
    const auto text = std::make_shared<simdjson::padded_string>(header_of(path));
    const auto parser = std::make_shared<simdjson::dom::parser>();
    return PeerWork{[=]() -> std::uint64_t { return parser->parse(*text).get_object().size(); },
                    [=] { return answer(simdjson::to_string(parser->parse(*text).value()), member); }};
  });
  add("simdjson-ondemand", simdjson_version, [](const std::string& path, const char* member) -> PeerWork {
    const auto reader = std::make_shared<OnDemand>(header_of(path), member);
    return {[reader] { return reader->read(false).tensors; }, [reader] { return reader->read(true).answer(); }};
  });
  add("Boost.JSON", std::string(BOOST_LIB_VERSION), [](const std::string& path, const char* member) -> PeerWork {
    const auto text = std::make_shared<const std::string>(header_of(path));
    return {[text]() -> std::uint64_t {
              boost::json::monotonic_resource memory;
              return boost::json::parse(*text, &memory).as_object().size();
            },
            [text, member] { return answer(boost::json::serialize(boost::json::parse(*text)), member); }};
  });
  add("nlohmann-json",
      fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
      [](const std::string& path, const char* member) -> PeerWork {
        const auto text = std::make_shared<const std::string>(header_of(path));
        return {[text]() -> std::uint64_t { return nlohmann::json::parse(*text).size(); },
                [text, member] { return answer(nlohmann::json::parse(*text).dump(), member); }};
      });
  // simdjson checks text as well; it cannot say where it is wrong.
  peers.push_back({"simdjson-utf8", simdjson_version, [](const auto&, const auto&, const std::string& path) {
                     return scanned(
                         path, [](Bytes text) { return simdjson::validate_utf8(as_text(text).data(), text.size()); });
                   }});
}

}  // namespace hallmark::benchmarks

#else

namespace hallmark::benchmarks {
void add_json_libraries(std::vector<Peer>&) {}
}  // namespace hallmark::benchmarks

#endif
