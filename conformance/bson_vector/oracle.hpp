// Oracle: the rules of `bson-vector`, written a second time and in another way than the decoder.
#pragma once

#include <cstdint>
#include <string_view>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/options.hpp"

namespace hallmark::bson_vector::oracle {

struct Fault {
  std::string_view rule;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  bool compat = false;  // only a warning under the compat profile

  [[nodiscard]] bool operator==(const Fault&) const = default;
};

// Faults holds at most two: no payload can break more rules at once.
struct Faults {
  Fault list[2];
  int count = 0;

  void add(const Fault& fault) { list[count++] = fault; }
};

// faults_of gives every rule that a payload breaks, in the order of the phases.
[[nodiscard]] inline Faults faults_of(Bytes payload) {
  Faults faults;
  const std::uint64_t size = payload.size();
  if (size < 2) {
    faults.add({"bson-vector/header-truncated", size, 0});
    return faults;
  }
  const int dtype = std::to_integer<int>(payload[0]);
  const int padding = std::to_integer<int>(payload[1]);
  const std::uint64_t data = size - 2;
  switch (dtype) {
    case 0x03:
      if (padding > 0) faults.add({"bson-vector/padding-not-applicable", 1, 1});
      break;
    case 0x27:
      if (padding > 0) faults.add({"bson-vector/padding-not-applicable", 1, 1});
      if (data / 4 * 4 != data) faults.add({"bson-vector/float32-length", 2, data});
      break;
    case 0x10:
      if (padding > 7) {
        faults.add({"bson-vector/padding-range", 1, 1});
      } else if (padding > 0 && data == 0) {
        faults.add({"bson-vector/padding-empty", 1, 1});
      } else if (padding > 0) {
        // The last byte must be a multiple of 2^padding.
        if (std::to_integer<int>(payload.back()) % (1 << padding) != 0) {
          faults.add({"bson-vector/ignored-bits", size - 1, 1, true});
        }
      }
      break;
    default: faults.add({"bson-vector/dtype-unknown", 0, 1}); break;
  }
  return faults;
}

// decisive_under gives the fault that decides the verdict, or null. Every payload with a fault of kind `unsupported`
// has only that one, so the first that is no warning decides.
[[nodiscard]] inline const Fault* decisive_under(const Faults& faults, Profile profile) {
  for (int i = 0; i < faults.count; ++i) {
    if (profile == Profile::strict || !faults.list[i].compat) return &faults.list[i];
  }
  return nullptr;
}

}  // namespace hallmark::bson_vector::oracle
