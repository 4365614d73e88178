// SPDX-License-Identifier: Apache-2.0
// What stands after the JSON: the data of binary tensors.
#include "core/scan.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {

void Walk::check_body() noexcept {
  if (!sizes_known_) return;
  if (lacking_ != 0) {
    return in_list([&] {
      tape_.stand(tape_[lacking_].key);
      report(rule<"kserve/body-truncated">, body_.size(), 0, body_.size() - data_end_, lacking_bytes_, "data");
    });
  }
  std::uint64_t at = data_end_;
  if (at == header_length_ && !options_.header_length) at = skip_space(TextCursor(body_).skip(at)) - TextCursor(body_);
  const std::uint64_t left = body_.size() - at;
  if (left != 0 && !report(rule<"kserve/trailing-bytes">, at, left, left, {}, "body")) return;
  if ((dtypes_ & (bit_of(DType::boolean) | bit_of(DType::bytes))) == 0) return;  // no other data have rules
  in_list([&] {
    std::uint32_t entry = list_ + 1;
    for (const MessageTensor& one : tensors_.first(kept_)) {
      if (one.encoding != Encoding::binary || findings_.stopped()) continue;
      if (one.tensor.dtype != DType::boolean && one.tensor.dtype != DType::bytes) continue;
      // Not every entry is kept.
      while (tape_.value(tape_[entry]).data() != one.object.data()) entry = tape_.after(entry);
      tape_.stand(tape_[entry].key);
      check_payload(one.tensor);
    }
  });
}

void Walk::check_payload(const TensorView& tensor) noexcept {
  const Bytes data = tensor.data;
  if (tensor.dtype == DType::boolean) {
    const std::uint64_t bad = find_non_bool(data);
    if (bad == nowhere) return;
    const TextCursor at = TextCursor(data).skip(bad);
    report(rule<"kserve/boolean">, at - TextCursor(body_), 1, at.peek(), {}, "data");
  } else {
    check_elements(tensor);
    tape_.element = UINT64_MAX;
  }
}

// Elements of BYTES: a length of 4 bytes and as many bytes, each.
void Walk::check_elements(const TensorView& tensor) noexcept {
  constexpr std::uint64_t prefix = sizeof(std::uint32_t);
  const std::uint64_t elements = count_of(tensor.shape).elements();
  TextCursor at(tensor.data);
  std::uint64_t element = 0;
  const auto report_element = [&](const Rule& rule, std::uint64_t length, Number actual, Number expected) {
    tape_.element = element;
    report(rule, at - TextCursor(body_), length, actual, expected, "data");
  };
  for (; !at.ended(); ++element) {
    const std::uint64_t left = at.remaining();
    if (element == elements) return report_element(rule<"kserve/bytes-count">, left, left, elements);
    const auto ahead = at.ahead<prefix>();
    if (!ahead) return report_element(rule<"kserve/bytes-truncated">, left, left, prefix);
    const std::uint64_t size = ahead.load<std::uint32_t>();
    if (size > left - prefix) return report_element(rule<"kserve/bytes-truncated">, prefix, left, size + prefix);
    at = at.skip(prefix + size);
  }
  if (element != elements) report_element(rule<"kserve/bytes-missing">, 0, element, elements);
}

}  // namespace hallmark::kserve
