// Faults: reports the faults of one message with their places.
#pragma once

#include "codecs/core/findings.hpp"

namespace hallmark::http {

// Where is the place of a fault: `member`, `list[index]` or `list[index].member`.
struct Where {
  const char* member = "";
  const char* list = nullptr;
  std::uint64_t index = 0;
};

class Faults {
 public:
  Faults(Profile profile, DiagnosticSink& sink) noexcept : findings_(profile, &sink, &place_) {}
  Faults(const Faults&) = delete;
  Faults& operator=(const Faults&) = delete;

  // condemns reports a fault; true if it is an error, after which the faulty part must not be used.
  bool condemns(const Rule& rule, std::uint64_t offset, std::uint64_t length, const Where& where, Number actual = {},
                Number expected = {}) noexcept {
    place_.where = where;
    return findings_.condemns(rule, offset, length, where.member, actual, expected);
  }
  [[nodiscard]] Verdict verdict() const noexcept { return findings_.verdict(); }

 private:
  struct WherePlace final : Place {
    void write(TextSink& out, const Violation& violation) const noexcept override;
    Where where;
  };

  WherePlace place_;
  Findings findings_;
};

}  // namespace hallmark::http
