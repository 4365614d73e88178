// SPDX-License-Identifier: Apache-2.0
// TableWalk: what walks over files of a header and tables of named entries have in common.
#pragma once

#include "core/ranges.hpp"
#include "core/reader.hpp"
#include "core/scan.hpp"
#include "core/unique_names.hpp"

namespace hallmark {

// A Position is a TablePlace. The header has so many bytes.
template <class Position, std::uint64_t header>
class TableWalk {
 public:
  [[nodiscard]] Position& position() noexcept { return position_; }
  [[nodiscard]] const Findings& findings() const noexcept { return findings_; }
  // shown says that what has a name comes before the first error, if there is one.
  [[nodiscard]] bool shown(std::string_view name) const noexcept {
    const Violation error = findings_.decisive();
    return error.rule == nullptr || offset_of(name) < error.offset;
  }

  // each_shown calls see(tensor, place) for those of a table that come before the first error. In an invalid file they
  // have no data: where those lie is not known to be right. False: it had enough.
  template <class See>
  bool each_shown(std::span<const TensorView> tensors, const See& see) const noexcept {
    const bool valid = findings_.decisive().rule == nullptr;
    Position position;
    position.at("tensors");
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      TensorView tensor = tensors[i];
      if (!shown(tensor.name)) continue;
      if (!valid) tensor = {tensor.name, tensor.dtype, false, tensor.shape, {}};
      position.entry(i);
      if (!see(tensor, position)) return false;
    }
    return true;
  }

 protected:
  // With a sink it goes on after an error; ranges hear of every field of the header and the tables.
  TableWalk(Input input, Scratch& scratch, const Options& options, std::uint32_t max_rank, const Rule& truncated,
            DiagnosticSink* sink, Ranges* ranges) noexcept
      : input_(input),
        scratch_(scratch),
        max_rank_(options.limits.max_rank.value_or(max_rank)),
        findings_(options.profile, sink, &position_),
        in_(input, findings_, truncated),
        ranges_(ranges) {
    if (ranges != nullptr) ranges->set_place(position_);
  }
  ~TableWalk() = default;

  [[nodiscard]] bool stopped() const noexcept { return findings_.stopped(); }
  // take gives a table of `count` entries; where the scratch does not suffice, the walk ends.
  template <class T>
  [[nodiscard]] bool take(std::span<T>& table, std::uint64_t count) noexcept {
    table = scratch_.template room<T>(count);
    return table.size() == count || exhausted(count);
  }
  [[gnu::noinline, gnu::cold]] bool exhausted(std::uint64_t entries) noexcept {
    position_.whole_file();
    return in_.require(false, rule<"hallmark/scratch-exhausted">, 0, header, "", entries);
  }

  // each_repeated calls see(name, earlier) for the names of a table that were there before, with the index of the first
  // of them, and stands there; false: the walk is over. It borrows what is left of the scratch.
  template <class Entry, class See>
  bool each_repeated(const char* table, std::string_view Entry::* name_of, std::span<Entry> entries,
                     const See& see) noexcept {
    const auto name_at = [&](std::uint32_t i) { return as_bytes(entries[i].*name_of); };
    Scratch borrowed = scratch_;
    const auto same = find_same_names(entries.size(), name_at, borrowed);
    if (!same) return exhausted(entries.size());
    position_.at(table);
    for (std::uint64_t i = 0; i < same->size() && !stopped(); ++i) {
      const auto [later, earlier] = (*same)[i];
      position_.entry(later);
      see(entries[later].*name_of, earlier);
    }
    return !stopped();
  }

  void check_zeros(std::uint64_t begin, std::uint64_t end, const Rule& rule, const char* name = "padding") noexcept {
    const Bytes bytes = input_.slice(begin, end);
    in_.require_none(find_non_zero(bytes), rule, {bytes, begin, name});
  }

  // heard tells of a field that was read up to here, where fields are drawn.
  [[gnu::always_inline]] void heard(Reader& in, std::uint64_t at, const char* name) const noexcept {
    if (ranges_ != nullptr && in.ok()) [[unlikely]] {
      if (!ranges_->field(at, in.offset() - at, name)) in.stop();
    }
  }
  template <class T>
  [[gnu::always_inline]] Field<T> heard(Reader& in, const Field<T>& field) const noexcept {
    heard(in, field.at, field.name);
    return field;
  }
  [[nodiscard]] std::uint64_t offset_of(std::string_view name) const noexcept {
    return static_cast<std::uint64_t>(as_bytes(name).data() - input_.window.data());
  }

  Input input_;
  Scratch& scratch_;
  std::uint32_t max_rank_;
  Position position_;
  Findings findings_;
  Reader in_;
  Ranges* ranges_;
};

}  // namespace hallmark
