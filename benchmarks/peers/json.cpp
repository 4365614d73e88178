// peer/<library>/kserve-request/<input>: JSON libraries on the headers of decode/kserve-request/<input>, in the same
// run. Each builds a document of the whole header; none checks the rules of the protocol.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <boost/json.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "benchmarks/harness/workload.hpp"
#include "benchmarks/kserve/inputs.hpp"

namespace hallmark::benchmarks {

[[nodiscard]] Workloads workloads_kserve();

namespace {

constexpr std::uint64_t calls = 1000;

Bytes header_of(const Body& body) { return Bytes(body.bytes).first(body.header_length); }

// simdjson needs readable bytes after its input, and reuses its memory for each document.
Work with_simdjson(Body made, std::uint64_t items) {
  auto text = std::make_shared<simdjson::padded_string>(as_text(header_of(made)));
  auto parser = std::make_shared<simdjson::dom::parser>();
  return repeated(items, text->size(), [text, parser](std::uint64_t) {
    check_answer(parser->parse(*text)["inputs"].error() == simdjson::SUCCESS, "simdjson");
  });
}

Work with_boost(Body made, std::uint64_t items) {
  auto text = std::make_shared<std::string>(as_text(header_of(made)));
  return repeated(items, text->size(), [text](std::uint64_t) {
    boost::json::monotonic_resource memory;
    check_answer(boost::json::parse(*text, &memory).as_object().contains("inputs"), "Boost.JSON");
  });
}

Work with_nlohmann(Body made, std::uint64_t items) {
  auto text = std::make_shared<std::string>(as_text(header_of(made)));
  return repeated(items, text->size(), [text](std::uint64_t) {
    check_answer(nlohmann::json::parse(*text).contains("inputs"), "nlohmann-json");
  });
}

void add(Workloads& all, const std::string& input, const std::function<Body()>& make, std::uint64_t items) {
  const std::string name = "/kserve-request/" + input;
  all.push_back({"peer/simdjson" + name, [=] { return with_simdjson(make(), items); }});
  all.push_back({"peer/Boost.JSON" + name, [=] { return with_boost(make(), items); }});
  all.push_back({"peer/nlohmann-json" + name, [=] { return with_nlohmann(make(), items); }});
}

}  // namespace

Workloads workloads_json_peers() {
  Workloads all = workloads_kserve();
  add(all, "typical", kserve_typical, calls);
  for (const KserveData& data : kserve_data) {
    add(all, "json-" + std::string(data.datatype), [data] { return kserve_json(data); }, 1);
  }
  return all;
}

}  // namespace hallmark::benchmarks
