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

// What each library calls the parts of a document: a list that is a member, a text that is one, whether there is one, a
// size, and what an element adds to the sum.
auto list_in(const simdjson::dom::element& value, const char* member) { return value[member].get_array().value(); }
std::string_view text_in(const simdjson::dom::element& value, const char* member) { return value[member]; }
bool has(const simdjson::dom::element& value, const char* member) { return value[member].error() == simdjson::SUCCESS; }
std::uint64_t size_in(const simdjson::dom::element& value) { return value.get_uint64(); }
std::uint64_t sum_of(const simdjson::dom::element& value, std::string_view datatype) {
  switch (value.type()) {
    case simdjson::dom::element_type::INT64: return bits_of(datatype, std::int64_t(value));
    case simdjson::dom::element_type::UINT64: return bits_of(datatype, std::uint64_t(value));
    case simdjson::dom::element_type::DOUBLE: return bits_of(datatype, double(value));
    case simdjson::dom::element_type::STRING: return bits_of(std::string_view(value));
    default: return bool(value) ? 1 : 0;
  }
}

auto& list_in(const boost::json::value& value, const char* member) { return value.at(member).as_array(); }
std::string_view text_in(const boost::json::value& value, const char* member) { return value.at(member).as_string(); }
bool has(const boost::json::value& value, const char* member) { return value.as_object().contains(member); }
std::uint64_t size_in(const boost::json::value& value) { return value.to_number<std::uint64_t>(); }
std::uint64_t sum_of(const boost::json::value& value, std::string_view datatype) {
  if (value.is_int64()) return bits_of(datatype, value.get_int64());
  if (value.is_uint64()) return bits_of(datatype, value.get_uint64());
  if (value.is_double()) return bits_of(datatype, value.get_double());
  if (value.is_string()) return bits_of(std::string_view(value.get_string()));
  return value.as_bool() ? 1 : 0;
}

auto& list_in(const nlohmann::json& value, const char* member) { return value.at(member); }
std::string_view text_in(const nlohmann::json& value, const char* member) {
  return value.at(member).get_ref<const std::string&>();
}
bool has(const nlohmann::json& value, const char* member) { return value.contains(member); }
std::uint64_t size_in(const nlohmann::json& value) { return value.get<std::uint64_t>(); }
std::uint64_t sum_of(const nlohmann::json& value, std::string_view datatype) {
  if (value.is_number_unsigned()) return bits_of(datatype, value.get<std::uint64_t>());
  if (value.is_number_integer()) return bits_of(datatype, value.get<std::int64_t>());
  if (value.is_number_float()) return bits_of(datatype, value.get<double>());
  if (value.is_string()) return bits_of(value.get_ref<const std::string&>());
  return value.get<bool>() ? 1 : 0;
}

template <class Document>
std::string answer(const Document& document, const char* member) {
  Totals totals;
  for (const auto& tensor : list_in(document, member)) {
    ++totals.tensors;
    std::uint64_t count = 1;
    for (const auto& size : list_in(tensor, "shape")) count *= size_in(size);
    totals.elements += count;
    totals.complete = totals.complete && has(tensor, "data");
    if (!has(tensor, "data")) continue;
    const std::string_view datatype = text_in(tensor, "datatype");
    for (const auto& each : list_in(tensor, "data")) totals.sum += sum_of(each, datatype);
  }
  return totals.answer();
}

template <class Document>
PeerWork over(std::function<Document()> parse, const char* member) {
  return {[=]() -> std::uint64_t {
            (void)parse();
            return 1;
          },
          [=] { return answer(parse(), member); }};
}

// OnDemand reads the tensors of a body; the elements of one stay in memory until the next is read.
class OnDemand {
 public:
  OnDemand(const std::string& header, const char* member) : text_(header), member_(member) {}

  // read adds what it reads to `totals`, if there are any.
  std::uint64_t read(Totals* totals) {
    namespace od = simdjson::ondemand;
    od::document document = parser_.iterate(text_);
    std::uint64_t tensors = 0;
    for (od::object tensor : document[member_].get_array()) {
      ++tensors;
      const std::string_view name = tensor["name"];
      (void)name;
      std::uint64_t count = 1;
      for (const std::uint64_t size : tensor["shape"].get_array()) count *= size;
      const std::string_view datatype = tensor["datatype"];
      od::array data;
      const bool in_json = tensor["data"].get_array().get(data) == simdjson::SUCCESS;
      if (in_json) read_data(datatype, data, totals);
      if (totals != nullptr) {
        ++totals->tensors;
        totals->elements += count;
        totals->complete = totals->complete && in_json;
      }
    }
    return tensors;
  }

 private:
  void read_data(std::string_view datatype, simdjson::ondemand::array& data, Totals* totals) {
    if (datatype == "BOOL") return fill<bool, std::uint8_t>(datatype, data, totals);
    if (datatype == "UINT8") return fill<std::uint64_t, std::uint8_t>(datatype, data, totals);
    if (datatype == "UINT16") return fill<std::uint64_t, std::uint16_t>(datatype, data, totals);
    if (datatype == "UINT32") return fill<std::uint64_t, std::uint32_t>(datatype, data, totals);
    if (datatype == "UINT64") return fill<std::uint64_t, std::uint64_t>(datatype, data, totals);
    if (datatype == "INT8") return fill<std::int64_t, std::int8_t>(datatype, data, totals);
    if (datatype == "INT16") return fill<std::int64_t, std::int16_t>(datatype, data, totals);
    if (datatype == "INT32") return fill<std::int64_t, std::int32_t>(datatype, data, totals);
    if (datatype == "INT64") return fill<std::int64_t, std::int64_t>(datatype, data, totals);
    if (datatype == "FP32") return fill<double, float>(datatype, data, totals);
    if (datatype == "FP64") return fill<double, double>(datatype, data, totals);
    strings_.clear();
    for (auto each : data) strings_.push_back(each.get_string().value());
    if (totals == nullptr) return;
    for (const std::string_view text : strings_) totals->sum += bits_of(text);
  }

  template <class Number, class Element>
  void fill(std::string_view datatype, simdjson::ondemand::array& data, Totals* totals) {
    memory_.clear();
    for (auto each : data) {
      const auto element = static_cast<Element>(Number(each));
      const std::size_t at = memory_.size();
      memory_.resize(at + sizeof element);
      std::memcpy(memory_.data() + at, &element, sizeof element);
    }
    if (totals == nullptr) return;
    for (std::size_t at = 0; at < memory_.size(); at += sizeof(Element)) {
      Element element;
      std::memcpy(&element, memory_.data() + at, sizeof element);
      totals->sum += bits_of(datatype, element);
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
    return over<simdjson::dom::element>([text, parser] { return parser->parse(*text).value(); }, member);
  });
  add("simdjson-ondemand", simdjson_version, [](const std::string& path, const char* member) -> PeerWork {
    const auto reader = std::make_shared<OnDemand>(header_of(path), member);
    return {[reader] { return reader->read(nullptr); },
            [reader] {
              Totals totals;
              (void)reader->read(&totals);
              return totals.answer();
            }};
  });
  add("Boost.JSON", std::string(BOOST_LIB_VERSION), [](const std::string& path, const char* member) -> PeerWork {
    const auto text = std::make_shared<const std::string>(header_of(path));
    return {[text]() -> std::uint64_t {
              boost::json::monotonic_resource memory;
              return boost::json::parse(*text, &memory).as_object().size();
            },
            [text, member] { return answer(boost::json::parse(*text), member); }};
  });
  add("nlohmann-json",
      fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
      [](const std::string& path, const char* member) -> PeerWork {
        const auto text = std::make_shared<const std::string>(header_of(path));
        return over<nlohmann::json>([text] { return nlohmann::json::parse(*text); }, member);
      });
  // simdjson checks text as well; it cannot say where it is wrong.
  peers.push_back(
      {"simdjson-utf8", simdjson_version, [](const auto&, const auto&, const std::string& path) -> PeerWork {
         const Input input = input_of(path);
         const auto check = [](Bytes text) -> std::uint64_t {
           return simdjson::validate_utf8(as_text(text).data(), text.size()) ? 1 : 0;
         };
         return {[=] { return check(input->bytes()); },
                 [=] {
                   std::vector<std::byte> damaged(input->bytes().begin(), input->bytes().end());
                   damaged[damaged.size() / 2] = std::byte{0xff};
                   return answer_of({{"valid", check(input->bytes())}, {"damaged", check(damaged)}});
                 }};
       }});
}

}  // namespace hallmark::benchmarks

#else

namespace hallmark::benchmarks {
void add_json_libraries(std::vector<Peer>&) {}
}  // namespace hallmark::benchmarks

#endif
