// SPDX-License-Identifier: Apache-2.0
// Reads the JSON of messages: NaN and Infinity are literals in the data of tensors, and nowhere else.
#include "conformance/kserve/oracle_json.hpp"

namespace hallmark::kserve::oracle {
namespace {

// Where a value stands, as far as it decides whether literals are read: in the data of tensors.
enum Where : int { message, list, tensor, data, element, elsewhere };

class MessageReader final : public conformance::JsonReader {
 public:
  MessageReader(std::string_view text, Role role, Log& log) : JsonReader(text, log), list_(list_name(role)) {}

  Node read() {
    space();
    if (left().starts_with("\xef\xbb\xbf")) log().fail("byte-order-mark", at(), 3, "");
    if (peek("") != '{') wrong("object", "");
    return value("", 1, message);
  }

 private:
  // Of equal members the first is read, so the others are not what their keys say.
  int inside(const Node& node, int where, const std::string& key) const override {
    if (where == element) return where;
    if (node.type == Type::array) return where == list ? tensor : where == data ? element : elsewhere;
    if (node.find(key) != nullptr) return elsewhere;
    if (where == message && key == list_) return list;
    return where == tensor && key == "data" ? data : elsewhere;
  }

  bool literal(Node& node, int where) override {
    if (where != element) return false;
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (takes(word)) {
        node.type = Type::literal;
        log().report("nan-literal", node.begin, word.size(), node.path);
        return true;
      }
      // What sets out to be a literal is one that is cut off, or no value; a minus alone may begin a number, too.
      if (left() != "-" && word.starts_with(left())) truncated(node.path);
    }
    if (left()[0] == 'N' || left()[0] == 'I' || left().starts_with("-I")) wrong("value", node.path);
    return false;
  }

  std::string list_;
};

}  // namespace

Text read_json(std::string_view text, Role role, Log& log) {
  MessageReader reader(text, role, log);
  Node message = reader.read();
  const size_t end = reader.at();
  reader.space();
  return {std::move(message), end, reader.at()};
}

}  // namespace hallmark::kserve::oracle
