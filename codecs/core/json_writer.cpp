// SPDX-License-Identifier: Apache-2.0
#include "core/json_writer.hpp"

namespace hallmark {

void put_json_string(Writer& to, std::string_view text, bool letters) noexcept {
  constexpr std::string_view escaped = "\"\\\b\t\n\f\r";
  constexpr std::string_view by = "\"\\btnfr";
  constexpr std::size_t demanded = 2;  // what needs no number in any case
  to.text("\"");
  const char* from = text.data();
  for (const char& c : text) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
    to.text({from, &c});
    from = &c + 1;
    const std::size_t which = escaped.find(c);
    if (which < (letters ? escaped.size() : demanded)) {
      const char escape[] = {'\\', by[which]};
      to.text({escape, sizeof escape});
    } else {
      constexpr char digits[] = "0123456789abcdef";
      const char escape[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
      to.text({escape, sizeof escape});
    }
  }
  to.text({from, text.data() + text.size()});
  to.text("\"");
}

}  // namespace hallmark
