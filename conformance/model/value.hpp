// SPDX-License-Identifier: Apache-2.0
// ValueSink: receives the value of an input (README.md beside this file) piece by piece, without holding all of it in
// memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conformance/model/path_text.hpp"
#include "hallmark/core/tensor.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {

using reports::Json;

// Entry is a tensor, a vector or a metadata entry. Large parts are views of the input.
struct Entry {
  enum class Holds : std::uint8_t {
    data,     // the member "data"
    nothing,  // "data" is null: they are stored elsewhere
    text,     // the member "value" instead of "data"
    value,    // the same, which is the data, or an object that has them
    members,  // neither
  };

  std::string_view key;  // the member that names it: "name", "key" or "path"; "" if it has no name
  std::string_view name;
  Json members = Json::object();  // its other members: "dtype", "type", "padding", …
  std::optional<Shape> shape;
  Holds holds = Holds::data;
  Bytes content;
  Json value = nullptr;  // of Holds::value: the members of the object beside "data"
};

[[nodiscard]] Json shape_json(const Shape& shape);

// json_of returns a whole entry, its data as base64.
[[nodiscard]] Json json_of(const Entry& entry);

// ValueSink receives the members of a value in order, or a single entry if the value is one. Arguments are valid only
// during the call. Functions may throw.
class ValueSink {
 public:
  // A member of the value or of the open object. `text` is for texts that may be as long as the input.
  virtual void member(std::string_view name, const Json& value) = 0;
  virtual void text(std::string_view name, std::string_view value) = 0;
  // A member that is an object, or a list of `size` entries, up to `end`. They do not nest.
  virtual void begin_object(std::string_view name) = 0;
  virtual void begin_list(std::string_view name, std::uint64_t size) = 0;
  virtual void end() = 0;
  virtual void entry(const Entry& entry) = 0;
  // path renders a place, for entries that are named by their path.
  [[nodiscard]] virtual std::string path(const Place& place) { return path_of(place); }

 protected:
  ~ValueSink() = default;
};

}  // namespace hallmark::conformance
