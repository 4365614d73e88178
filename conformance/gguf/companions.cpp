// SPDX-License-Identifier: Apache-2.0
// Split models: NAME-00001-of-00003.gguf and the parts beside it, of which headers alone are read. Findings stand on
// the first part that is there.
#include "conformance/examine/companions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "codecs/core/table_place.hpp"
#include "codecs/core/words.hpp"
#include "conformance/gguf/rules.hpp"

namespace hallmark::gguf {
namespace {

using conformance::Beside;

constexpr std::string_view extension = ".gguf";

// PartName is the name of a part; its numbers have five digits.
struct PartName {
  std::string_view model;
  std::uint64_t number = 0;
  std::uint64_t count = 0;

  [[nodiscard]] std::string of(std::uint64_t part) const {
    return fmt::format("{}-{:05}-of-{:05}{}", model, part, count, extension);
  }
};

std::optional<PartName> part_name(std::string_view name) {
  const std::size_t size = PartName().of(0).size();
  if (name.size() < size) return {};
  PartName part{.model = name.substr(0, name.size() - size)};
  const char* const digits = name.data() + part.model.size();
  (void)std::from_chars(digits + 1, digits + 6, part.number);
  (void)std::from_chars(digits + 10, digits + 15, part.count);
  if (part.number == 0 || part.number > part.count || part.of(part.number) != name) return {};
  return part;
}

constexpr std::string_view keys[] = {"split.no", "split.count", "split.tensors.count"};
enum Key : std::uint8_t { no, count, tensors };

// Part is what one says of itself.
struct Part {
  std::string name;
  std::optional<std::uint64_t> values[std::size(keys)];
};

// Model is the part on which findings stand, and those beside it.
class Model final : public ContentSink {
 public:
  Model(Bytes input, Beside& beside, conformance::Collector& collector)
      : input_(input), beside_(beside), collector_(collector) {}

  // first reads the part that is here. What is wrong with it alone is known already.
  void first(Options options) {
    options.profile = Profile::compat;
    const Codec& codec = *codec_named("gguf");
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(beside_.within(codec.scratch_bound(input_, options) + word_size));
    parts_.push_back({beside_.name(), {}});
    known_ = first_known_ = codec.contents(input_, scratch, options, *this).rule == nullptr;
  }
  void open(const std::string& name) {
    const std::size_t before = names_.size();
    parts_.push_back({name, {}});
    const Beside::Problem problem = beside_.show(name, *codec_named("gguf"), *this);
    (void)beside_.within(bytes_);
    if (problem.why.empty()) return;
    Violation missing = at_;
    missing.rule = &split_rule<"gguf/split-missing">;
    problem.report(collector_, missing, place_, name);
    parts_.pop_back();
    names_.resize(before);
    known_ = false;
  }

  bool scalar(const TensorView& value) noexcept override {
    const std::uint64_t pair = pair_++;
    const auto* const key = std::ranges::find(keys, value.name);
    const bool is_integer = DType::i8 <= value.dtype && value.dtype <= DType::u64;
    if (key == std::end(keys) || !is_integer) return true;
    if (key == &keys[count] && parts_.size() == 1) {
      // A key is followed by the type of its value.
      const auto after = static_cast<std::uint64_t>(as_bytes(value.name).data() - input_.data()) + value.name.size();
      at_ = {nullptr, after + sizeof(std::uint32_t), value.data.size(), {}, {}, "value"};
      place_.at("metadata");
      place_.entry(pair);
    }
    parts_.back().values[key - keys] = load_up_to_word(value.data.data(), value.data.size());
    return true;
  }
  bool text(std::string_view, std::string_view) noexcept override { return ++pair_ != 0; }
  bool array(const TensorView&) noexcept override { return ++pair_ != 0; }
  bool tensor(const TensorView& tensor, const Place&) noexcept override {
    names_.emplace_back(tensor.name, parts_.size() - 1);
    bytes_ += sizeof(names_.back()) + tensor.name.size();
    return true;
  }
  bool bit_tensor(const BitsView&, const Place&) noexcept override { return true; }

  // check_first says that no name tells which part this is.
  void check_first() {
    if (parts_.front().values[count].value_or(0) > 1) report<"gguf/split-name">(": this name is not that of a part");
  }
  void check(const PartName& name) {
    for (const Part& part : parts_) check(part, name);
    std::ranges::sort(names_);
    for (std::size_t i = 1; i < names_.size(); ++i) {
      const auto& [one, part] = names_[i - 1];
      const auto& [two, other] = names_[i];
      if (one != two || part == other) continue;
      report<"gguf/split-twice">(
          fmt::format(": {} is in {} and {}", reports::escaped(one), shown(parts_[part]), shown(parts_[other])));
    }
  }

 private:
  void check(const Part& part, const PartName& name) {
    // A model in one part needs no keys.
    const bool alone = name.count == 1 && !part.values[no] && !part.values[count];
    if (alone || (!first_known_ && &part == &parts_.front())) return;
    if (!part.values[no] || !part.values[count] || !part.values[tensors]) {
      return report<"gguf/split-keys">(": " + shown(part));
    }
    const std::uint64_t number = *part.values[no] + 1;
    if (part.name != name.of(number) || *part.values[count] != name.count) {
      report<"gguf/split-name">(
          fmt::format(": {} is number {} of {} by its keys", shown(part), number, *part.values[count]));
    }
    if (known_ && *part.values[tensors] != names_.size()) {
      report<"gguf/split-tensors">(", says " + shown(part), *part.values[tensors], names_.size());
    }
  }

  template <RuleId id>
  void report(const std::string& more, Number actual = {}, Number expected = {}) {
    collector_.report({&split_rule<id>, at_.offset, at_.length, actual, expected, at_.field}, split_rule<id>.severity,
                      place_, more);
  }
  static std::string shown(const Part& part) { return reports::escaped(part.name); }

  Bytes input_;
  Beside& beside_;
  conformance::Collector& collector_;
  std::vector<Part> parts_;
  std::vector<std::pair<std::string, std::size_t>> names_;  // of tensors, each with the number of its part
  std::uint64_t bytes_ = 0;                                 // that names_ takes
  std::uint64_t pair_ = 0;                                  // the next one
  Violation at_{nullptr, 0, 1, {}, {}, ""};                 // the value of split.count in the first part, if it has one
  Position place_;                                          // of its pair, or nowhere
  bool first_known_ = true;
  bool known_ = true;  // and all others
};

void judge(Bytes input, const Options& options, Beside& beside, conformance::Collector& collector) {
  const std::string own = beside.name();
  if (!own.ends_with(extension)) return;
  const std::optional<PartName> name = part_name(own);
  for (std::uint64_t part = 1; name && part < name->number; ++part) {
    if (beside.has(name->of(part))) return;
  }
  Model model(input, beside, collector);
  model.first(options);
  if (!name) return model.check_first();
  for (std::uint64_t part = 1; part <= name->count; ++part) {
    if (part != name->number) model.open(name->of(part));
  }
  model.check(*name);
}

}  // namespace

void add_to(std::vector<conformance::Companions>& all) { all.push_back({codec_named("gguf"), split_rules, &judge}); }

}  // namespace hallmark::gguf
