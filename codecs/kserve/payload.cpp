// What stands behind the JSON: the data of binary tensors.
#include "core/scan.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {

void Walk::check_body() noexcept {
  if (!sizes_known_) return;
  std::uint64_t at = header_length_;
  std::uint64_t declared = 0;
  bool on = true;
  in_list([&] { on = locate_data(at, declared); });
  if (!on) return;
  if (declared == 0 && !options_.header_length) at = skip_space(TextCursor(body_).skip(at)) - TextCursor(body_);
  const std::uint64_t left = body_.size() - at;
  if (left != 0 && !report(rule<"kserve/trailing-bytes">, at, left, left, {}, "body")) return;
  in_list([&] {
    for (std::size_t i = 0; i < kept_ && !findings_.stopped(); ++i) {
      if (!claims_[i].binary || !claims_[i].sound) continue;
      tape_.stand_at(claims_[i].index);
      check_payload(tensors_[i], claims_[i]);
    }
  });
}

// Gives each tensor its bytes, from the offset `at` on; false at the first that does not get them.
bool Walk::locate_data(std::uint64_t& at, std::uint64_t& declared) noexcept {
  for (std::size_t i = 0; i < kept_; ++i) {
    const Claim& claim = claims_[i];
    if (!claim.binary) continue;
    const std::uint64_t left = body_.size() - at;
    if (claim.bytes > left) {
      tape_.stand_at(claim.index);
      report(rule<"kserve/body-truncated">, body_.size(), 0, left, claim.bytes, "data");
      return false;
    }
    tensors_[i].tensor.data = body_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(claim.bytes));
    at += claim.bytes;
    declared += claim.bytes;
  }
  return true;
}

void Walk::check_payload(const MessageTensor& tensor, const Claim& claim) noexcept {
  const Bytes data = tensor.tensor.data;
  if (tensor.tensor.dtype == DType::boolean) {
    const std::uint64_t bad = find_non_bool(data);
    if (bad == nowhere) return;
    const TextCursor at = TextCursor(data).skip(bad);
    report(rule<"kserve/boolean">, at - TextCursor(body_), 1, at.peek(), {}, "data");
  } else if (tensor.tensor.dtype == DType::bytes) {
    check_elements(tensor, claim);
    tape_.element = UINT64_MAX;
  }
}

// Elements of BYTES: a length of 4 bytes and as many bytes, each.
void Walk::check_elements(const MessageTensor& tensor, const Claim& claim) noexcept {
  constexpr std::uint64_t prefix = sizeof(std::uint32_t);
  TextCursor at(tensor.tensor.data);
  std::uint64_t element = 0;
  const auto report_element = [&](const Rule& rule, std::uint64_t length, Number actual, Number expected) {
    tape_.element = element;
    report(rule, at - TextCursor(body_), length, actual, expected, "data");
  };
  for (; !at.ended(); ++element) {
    const std::uint64_t left = at.remaining();
    if (element == claim.elements) return report_element(rule<"kserve/bytes-count">, left, left, claim.elements);
    const auto ahead = at.ahead<prefix>();
    if (!ahead) return report_element(rule<"kserve/bytes-truncated">, left, left, prefix);
    const std::uint64_t size = ahead.load<std::uint32_t>();
    if (size > left - prefix) return report_element(rule<"kserve/bytes-truncated">, prefix, left, size + prefix);
    at = at.skip(prefix + size);
  }
  if (element != claim.elements) report_element(rule<"kserve/bytes-missing">, 0, element, claim.elements);
}

}  // namespace hallmark::kserve
