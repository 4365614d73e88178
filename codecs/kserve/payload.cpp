// What stands behind the JSON: the data of binary tensors.
#include "core/scan.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {

void Walk::check_body() noexcept {
  if (!sizes_known_) return;
  // The path of a tensor: its list, and its place in it.
  if (tensor_count_ != 0) {
    position_.depth = 2;
    position_.frames[0] = {as_bytes(role_ == Role::request ? "inputs" : "outputs"), true, false, 0};
    position_.frames[1] = {{}, false, true, 0};
  }
  std::uint64_t at = header_length_;
  std::uint64_t declared = 0;
  if (!locate_data(at, declared)) return;
  if (declared == 0 && !options_.header_length) at = offset(skip_space(start_.skip(at)));
  if (!check_trailing_bytes(at)) return;
  for (std::size_t i = 0; i < tensor_count_ && !findings_.stopped(); ++i) {
    const Claim& claim = tables_.claims[i];
    if (!claim.binary || !claim.sound) continue;
    position_.frames[1].number = claim.index;
    check_payload(tables_.tensors[i], claim);
  }
}

// Gives each tensor its bytes, from the offset `at` on; false at the first that does not get them.
bool Walk::locate_data(std::uint64_t& at, std::uint64_t& declared) noexcept {
  for (std::size_t i = 0; i < tensor_count_; ++i) {
    const Claim& claim = tables_.claims[i];
    if (!claim.binary) continue;
    const std::uint64_t left = body_.size() - at;
    if (claim.bytes > left) {
      position_.frames[1].number = claim.index;
      in_.require(false, rule<"kserve/body-truncated">, body_.size(), 0, "data", left, claim.bytes);
      return false;
    }
    tables_.tensors[i].tensor.data = body_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(claim.bytes));
    at += claim.bytes;
    declared += claim.bytes;
  }
  return true;
}

bool Walk::check_trailing_bytes(std::uint64_t at) noexcept {
  const std::uint64_t left = body_.size() - at;
  if (left == 0) return true;
  const std::uint64_t depth = position_.depth;
  position_.depth = 0;
  const bool on = report(Phase::body, rule<"kserve/trailing-bytes">, start_.skip(at), left, left, {}, "body");
  position_.depth = depth;
  return on;
}

void Walk::check_payload(const MessageTensor& tensor, const Claim& claim) noexcept {
  const Bytes data = tensor.tensor.data;
  if (tensor.tensor.dtype == DType::boolean) {
    const std::uint64_t bad = find_non_bool(data);
    if (bad == nowhere) return;
    const TextCursor at = TextCursor(data).skip(bad);
    report(Phase::body, rule<"kserve/boolean">, at, 1, at.peek(), {}, "data");
  } else if (tensor.tensor.dtype == DType::bytes) {
    check_elements(tensor, claim);
    position_.element = UINT64_MAX;
  }
}

// Elements of BYTES: a length of 4 bytes and as many bytes, each.
void Walk::check_elements(const MessageTensor& tensor, const Claim& claim) noexcept {
  constexpr std::uint64_t prefix = sizeof(std::uint32_t);
  TextCursor at(tensor.tensor.data);
  std::uint64_t element = 0;
  const auto report_element = [&](const Rule& rule, std::uint64_t length, Number actual, Number expected) {
    position_.element = element;
    report(Phase::body, rule, at, length, actual, expected, "data");
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
