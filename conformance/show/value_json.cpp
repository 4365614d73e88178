#include "conformance/show/value_json.hpp"

#include "conformance/model/model.hpp"
#include "conformance/show/long_text.hpp"
#include "conformance/suite/sha256.hpp"

namespace hallmark::show {
namespace {

using conformance::Entry;
using reports::Json;

// Data above this size are printed as a hash. See conformance/testees/VALUES.md.
constexpr std::size_t largest_in_full = std::size_t{1} << 20;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

void ValueJson::next() {
  if (!first_) output_.write(",");
  first_ = false;
}

void ValueJson::open(std::string_view bracket) {
  output_.write(bracket);
  first_ = true;
}

void ValueJson::close(std::string_view bracket) {
  output_.write(bracket);
  first_ = false;
}

void ValueJson::key(std::string_view name) {
  if (!shown_) {
    shown_ = object_ = true;
    open("{");
  }
  next();
  write_quoted(output_, name);
  output_.write(":");
}

void ValueJson::member(std::string_view name, const Json& value) {
  key(name);
  output_.write(text_of(value));
}

void ValueJson::text(std::string_view name, std::string_view value) {
  key(name);
  write_quoted(output_, value);
}

void ValueJson::begin_object(std::string_view name) {
  key(name);
  open("{");
  end_ = "}";
}

void ValueJson::begin_list(std::string_view name, std::uint64_t) {
  key(name);
  open("[");
  end_ = "]";
}

void ValueJson::end() { close(end_); }

void ValueJson::entry(const Entry& entry) {
  shown_ = true;
  next();
  open("{");
  if (!entry.key.empty()) text(entry.key, entry.name);
  for (const auto& [name, member] : entry.members.items()) this->member(name, member);
  if (entry.shape) {
    key("shape");
    open("[");
    for (std::uint64_t axis = 0; axis < entry.shape->rank(); ++axis) {
      next();
      output_.write(reports::number((*entry.shape)[axis]).dump());
    }
    close("]");
  }
  switch (entry.holds) {
    case Entry::Holds::data:
      key("data");
      data(entry.content);
      break;
    case Entry::Holds::nothing: member("data", nullptr); break;
    case Entry::Holds::text: text("value", as_text(entry.content)); break;
  }
  close("}");
}

void ValueJson::data(Bytes data) {
  if (data.size() <= largest_in_full) {
    output_.write(R"({"base64":")");
    output_.write(conformance::to_base64(data));
    output_.write("\"}");
  } else {
    output_.write(Json{{"sha256", conformance::sha256_hex(data)}, {"nbytes", reports::number(data.size())}}.dump());
  }
}

void ValueJson::finish() {
  if (object_) close("}");
  if (!shown_) output_.write("null");
}

}  // namespace hallmark::show
