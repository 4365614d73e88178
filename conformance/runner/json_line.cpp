#include "conformance/runner/json_line.hpp"

#include <stdexcept>
#include <vector>

#include "reports/json_walk.hpp"

namespace hallmark::runner {
namespace {

constexpr std::size_t deepest = 256;
constexpr std::uint64_t member_comparisons = 200'000'000;  // about a second

class Bounds : public reports::JsonWalk {
 public:
  Bounds() : JsonWalk(deepest) {}

  bool start_object(std::size_t) {
    members_.push_back(0);
    return enter();
  }
  bool end_object() {
    members_.pop_back();
    return leave();
  }
  bool key(std::string&) {
    comparisons_ += members_.back()++;
    if (comparisons_ > member_comparisons) throw std::length_error("too many members in one object");
    return true;
  }

 private:
  std::vector<std::uint64_t> members_;  // of each object that is open
  std::uint64_t comparisons_ = 0;
};

}  // namespace

Json parse_line(std::string_view line, std::string& why) {
  try {
    Json json = reports::parse_walked(line, Bounds());
    if (json.is_object()) return json;
    why = "this is JSON, but no object";
  } catch (const Json::exception&) {
    why = "this is no JSON";
  } catch (const std::length_error& error) {
    why = error.what();
  }
  return nullptr;
}

}  // namespace hallmark::runner
