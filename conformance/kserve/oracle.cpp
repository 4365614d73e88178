// SPDX-License-Identifier: Apache-2.0
// Oracle of KServe bodies: where the JSON ends, what is in it, and the binary data after it.
#include "conformance/kserve/oracle.hpp"

#include "conformance/kserve/oracle_json.hpp"
#include "conformance/kserve/oracle_tensors.hpp"
#include "conformance/oracle/formats.hpp"

namespace hallmark::kserve::oracle {
namespace {
class Walk {
 public:
  Walk(Role role, std::string_view body, const Options& options)
      : role_(role),
        body_(body),
        options_(options),
        log_(role == Role::request ? "kserve-request" : "kserve-response", options) {}

  OracleResult run() {
    try {
      walk();
    } catch (const End&) {
    }
    return {{std::move(log_.faults)}, std::move(message_)};
  }

 private:
  void walk() {
    const bool framed = options_.header_length.has_value();
    const uint64_t length = options_.header_length.value_or(body_.size());
    if (length > body_.size()) log_.fail("header-length", body_.size(), 0, "json");
    if (framed && length == 0) log_.fail("raw-request", 0, 0, "json");
    const std::string_view text = body_.substr(0, static_cast<size_t>(length));
    const auto [root, end, behind] = read_json(text, role_, log_);
    message_.header_length = framed ? length : end;
    if (framed && behind != length) log_.report("json-trailing", behind, length - behind, "json");
    check_members(log_, role_, root);
    const Node* const list = root.find(list_name(role_));
    Tensors tensors;
    if (list != nullptr) tensors = read_tensors(log_, *list, options_);
    if (tensors.sizes_known) read_data(tensors, framed);
  }

  // What stands after the JSON: the data of binary tensors, and nothing else.
  void read_data(Tensors& tensors, bool framed) {
    uint64_t at = message_.header_length;
    for (Tensor& tensor : tensors.all) {
      if (tensor.size > body_.size() - at) log_.fail("body-truncated", body_.size(), 0, tensor.path + ".data");
      const Bytes data = as_bytes(body_.substr(static_cast<size_t>(at), static_cast<size_t>(tensor.size)));
      if (tensor.owned.encoding == Encoding::binary) tensor.owned.data.assign(data.begin(), data.end());
      begins_.push_back(at);
      at += tensor.size;
    }
    if (!framed && at == message_.header_length) {
      at = std::min<uint64_t>(body_.find_first_not_of(" \t\r\n", static_cast<size_t>(at)), body_.size());
    }
    if (at != body_.size()) log_.report("trailing-bytes", at, body_.size() - at, "body");
    for (size_t i = 0; i < tensors.all.size(); ++i) {
      const Tensor& tensor = tensors.all[i];
      if (tensor.owned.encoding == Encoding::binary && tensor.sound) payload(tensor, begins_[i]);
      message_.tensors.push_back(tensor.owned);
    }
  }

  void payload(const Tensor& tensor, uint64_t begin) {
    const auto& data = tensor.owned.data;
    if (tensor.owned.dtype == DType::bytes) return strings(tensor, begin);
    if (tensor.owned.dtype != DType::boolean) return;
    for (size_t i = 0; i < data.size(); ++i) {
      if (data[i] > std::byte{1}) return log_.report("boolean", begin + i, 1, tensor.path + ".data");
    }
  }

  // A length of 4 bytes and as many bytes, for each element; the first fault is reported.
  void strings(const Tensor& tensor, uint64_t begin) {
    const Bytes data = tensor.owned.data;
    uint64_t at = 0;
    for (uint64_t i = 0;; ++i) {
      const uint64_t left = data.size() - at;
      const auto fault = [&](const std::string& rule, uint64_t length) {
        log_.report(rule, begin + at, length, tensor.path + ".data[" + std::to_string(i) + "]");
      };
      if (i == tensor.elements) return left == 0 ? void() : fault("bytes-count", left);
      if (left == 0) return fault("bytes-missing", 0);
      if (left < 4) return fault("bytes-truncated", left);
      uint64_t size = 0;
      for (size_t k = 4; k-- > 0;) size = size * 256 + std::to_integer<unsigned>(data[static_cast<size_t>(at) + k]);
      if (size > left - 4) return fault("bytes-truncated", 4);
      at += 4 + size;
    }
  }

  Role role_;
  std::string_view body_;
  Options options_;
  Log log_;
  Message message_;
  std::vector<uint64_t> begins_;  // of the data of each tensor
};

}  // namespace

OracleResult read(Role role, Bytes body, const Options& options) { return Walk(role, as_text(body), options).run(); }

template <Role role>
conformance::OracleReport report_on(Bytes body, const Options& options) {
  return read(role, body, options).report;
}

template <Role role>
std::string difference(Bytes body, const Options& options) {
  std::vector<std::byte> memory(static_cast<std::size_t>(scratch_bound(body, options)));
  Scratch scratch(memory);
  const auto file = decode(role, body, scratch, options);
  const Message expected = read(role, body, options).message;
  const bool same = file && file->header_length == expected.header_length && owned(*file) == expected.tensors;
  return same ? "" : "another message is read";
}

}  // namespace hallmark::kserve::oracle

const hallmark::conformance::Oracle hallmark::kserve::kserve_request_oracle{
    "kserve-request", oracle::report_on<Role::request>, oracle::difference<Role::request>};
const hallmark::conformance::Oracle hallmark::kserve::kserve_response_oracle{
    "kserve-response", oracle::report_on<Role::response>, oracle::difference<Role::response>};
