// ValueSink: the value of an input (contract, section 4) piece by piece, so that no one needs memory for all of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conformance/model/path_text.hpp"
#include "hallmark/core/tensor.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {

using reports::Json;

// Entry is a tensor, a vector or an entry of metadata. What may be as large as the input is a view.
struct Entry {
  enum class Holds : std::uint8_t {
    data,     // the member "data"
    nothing,  // "data" is null: they live elsewhere
    text,     // the member "value" instead
  };

  std::string_view key;  // the member that names it: "name", "key" or "path"; empty where nothing does
  std::string_view name;
  Json members = Json::object();  // what else it says of itself: "dtype", "type", "padding", …
  std::optional<Shape> shape;
  Holds holds = Holds::data;
  Bytes content;
};

// json_of gives an entry as a whole, its data as base64.
[[nodiscard]] Json json_of(const Entry& entry);

// ValueSink receives the members of a value in order. Where a value is one entry, that is all it receives. What it is
// given is good during the call only. It may throw.
class ValueSink {
 public:
  // A member of the value, or of the object that is open. `text` is for texts that may be as long as the input.
  virtual void member(std::string_view name, const Json& value) = 0;
  virtual void text(std::string_view name, std::string_view value) = 0;
  // A member of the value that is an object, or a list of `size` entries, up to `end`; they do not nest.
  virtual void begin_object(std::string_view name) = 0;
  virtual void begin_list(std::string_view name, std::uint64_t size) = 0;
  virtual void end() = 0;
  virtual void entry(const Entry& entry) = 0;
  // path renders a place for an entry that is known by it.
  [[nodiscard]] virtual std::string path(const Place& place) { return path_of(place); }

 protected:
  ~ValueSink() = default;
};

}  // namespace hallmark::conformance
