// SPDX-License-Identifier: Apache-2.0
// Walk: the way through a file that everything is derived from. README.md lists its phases.
#pragma once

#include "core/json_integers.hpp"
#include "core/json_tape.hpp"
#include "core/reader.hpp"
#include "hallmark/safetensors.hpp"
#include "hallmark/safetensors/rules.hpp"
#include "safetensors/dtypes.hpp"

namespace hallmark::safetensors {

inline constexpr std::uint64_t length_size = 8;

inline constexpr JsonRules json_rules{
    .truncated = rule<"safetensors/json-truncated">,
    .value = rule<"safetensors/json-syntax">,
    .surrogate = rule<"safetensors/json-surrogate">,
    .utf8 = rule<"safetensors/json-utf8">,
    .depth = rule<"safetensors/depth">,
    .duplicate_key = rule<"safetensors/duplicate-key">,
    .one_duplicate = true,
};

// Draft is a tensor while it is looked at: its members by their tokens, and what they say where they break no rule.
struct Draft {
  explicit Draft(std::uint32_t tensor) noexcept : object(tensor) {}

  std::uint32_t object;
  std::uint32_t dtype = 0;
  std::uint32_t shape = 0;
  std::uint32_t offsets = 0;
  bool sound = true;                    // phase 3 has read it
  const NamedDType* element = nullptr;  // null of an unknown dtype
  std::uint32_t dims = 0;               // where the first begins, if there is one
  std::uint32_t rank = 0;
  ElementCount count;
  std::uint64_t begin = 0;  // of the data, from where those of all start
  std::uint64_t end = 0;
};

// size_of gives what the elements of a draft take; of an unknown dtype only whether there is such a size.
[[nodiscard, gnu::always_inline]] inline DataSize size_of(const Draft& draft, std::uint64_t& bytes) noexcept {
  if (draft.element != nullptr) [[likely]]
    return draft.count.data(draft.element->dtype, bytes);
  return draft.count.overflows() ? DataSize::overflow : DataSize::whole;
}

// Slot is a tensor where its place has to be looked for.
struct Slot {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint32_t object;
};

class Walk {
 public:
  // What lies before the data is read in the window of the file, or where there is one in a copy of its header.
  Walk(Input file, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr, Bytes copy = {}) noexcept
      : file_(file),
        header_(copy.empty() ? file.window : copy),
        scratch_(scratch),
        tape_(json_rules),
        findings_(options.profile, sink, &tape_),
        in_({header_, file.size}, findings_, rule<"safetensors/length-truncated">),
        options_(options),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)) {}

  void run() noexcept;
  [[nodiscard]] const Findings& findings() const noexcept { return findings_; }
  [[nodiscard]] Decoded<FileView> decoded() noexcept {
    return in_.verdict<FileView>(has_metadata_, pairs_, std::span<const TensorView>(tensors_.first(kept_)));
  }

  // What layout and contents ask for, after the walk.
  [[nodiscard]] JsonTape& tape() noexcept { return tape_; }
  [[nodiscard]] std::uint64_t data_begin() const noexcept { return data_begin_; }
  [[nodiscard]] std::uint64_t json_end() const noexcept { return json_end_; }  // 0 where the JSON was not read
  // declared_size is where the last tensor ends; 0 where the header was not read.
  [[nodiscard]] std::uint64_t declared_size() const noexcept {
    return reached_ <= UINT64_MAX - data_begin_ ? data_begin_ + reached_ : 0;
  }
  // draft_of reads a tensor again, which was judged before.
  [[nodiscard]] Draft draft_of(std::uint32_t object) noexcept;
  [[nodiscard]] TensorView view_of(const Draft& draft) const noexcept;
  // plain gives a text without escapes, in the scratch. Where that does not suffice the walk is over.
  [[nodiscard]] std::string_view plain(Bytes text) noexcept;
  [[nodiscard]] Pair pair_of(std::uint32_t member) noexcept;
  [[nodiscard]] std::uint32_t metadata() const noexcept { return metadata_; }

  // each_member calls see(token) for the members of the header as they stand there, each_tensor for the tensors in the
  // order of their places; the tape stands at each. False ends it.
  template <class See>
  void each_member(const See& see) noexcept {
    const std::uint32_t size = tape_.enter(0);
    const std::uint32_t end = tape_.after(0);
    for (std::uint32_t i = 1; i != end; i = tape_.after(i)) {
      tape_.stand(i);
      if (!see(i)) break;
    }
    tape_.leave(size);
  }
  template <class See>
  void each_tensor(const See& see) noexcept {
    if (sorted_.empty()) return each_member([&](std::uint32_t i) { return i == metadata_ || see(i); });
    const std::uint32_t size = tape_.enter(0);
    for (const Slot& slot : sorted_) {
      tape_.stand(slot.object);
      if (!see(slot.object)) break;
    }
    tape_.leave(size);
  }
  // each_kept calls see(token, view) for the tensors that the walk has kept; there may be fewer of them than tokens, if
  // the text has changed meanwhile.
  template <class See>
  void each_kept(const See& see) noexcept {
    std::size_t next = 0;
    each_tensor([&](std::uint32_t i) { return next != kept_ && see(i, tensors_[next++]); });
  }
  // each_pair calls see(token) for the members of __metadata__, as they stand there.
  template <class See>
  void each_pair(const See& see) noexcept {
    if (metadata_ == 0 || tape_[metadata_].kind() != JsonKind::object) return;
    for (std::uint32_t i = metadata_ + 1; i != tape_.after(metadata_); i = tape_.after(i)) see(i);
  }

 private:
  // report records a finding; false: the walk is over. `entry` is that of an array.
  [[gnu::noinline, gnu::cold]] bool report(const Rule& rule, std::uint64_t at, std::uint64_t length, const char* field,
                                           Number actual = {}, Number expected = {},
                                           std::uint64_t entry = UINT64_MAX) noexcept;
  bool report(const Rule& rule, const JsonToken& value, const char* field, Number actual = {},
              Number expected = {}) noexcept {
    return report(rule, value.begin, value.size, field, actual, expected);
  }
  bool exhausted() noexcept { return report(hallmark::rule<"hallmark/scratch-exhausted">, length_size, 1, ""); }

  // decode.cpp
  bool read_length() noexcept;
  bool read_json() noexcept;
  bool finish() noexcept;

  // schema.cpp
  bool check_members() noexcept;
  bool check_metadata(std::uint32_t member) noexcept;
  bool read_tensor(Draft& draft) noexcept;
  bool read_dtype(Draft& draft) noexcept;
  bool read_shape(Draft& draft) noexcept;
  bool read_offsets(Draft& draft) noexcept;
  bool report_missing(Draft& draft) noexcept;
  bool check_offsets(const Draft& draft) noexcept;
  // check_entries takes how many entries there may be.
  bool check_entries(std::uint32_t object, std::uint32_t array, const char* field, std::uint64_t most) noexcept;
  bool unknown_member(std::uint32_t object, std::uint32_t member) noexcept;

  // tensors.cpp
  bool take(const Draft& draft) noexcept;
  bool keep(const Draft& draft) noexcept;
  bool sort() noexcept;
  bool check_tensors() noexcept;
  bool check_tensor(const Draft& draft) noexcept;
  bool check_place(const Draft& draft) noexcept;
  bool report_place(const Rule& rule, const Draft& draft, std::uint64_t entry, std::uint64_t actual,
                    std::uint64_t expected) noexcept;
  void check_size() noexcept;
  void remark() noexcept;
  void remark_name(std::string_view name, const JsonToken& token) noexcept;

  Input file_;
  Bytes header_;
  Scratch& scratch_;
  JsonTape tape_;
  Findings findings_;
  Reader in_;
  Options options_;
  std::uint64_t max_rank_;
  std::uint64_t data_begin_ = 0;
  std::uint64_t json_end_ = 0;

  bool has_metadata_ = false;
  std::uint32_t metadata_ = 0;  // the member, 0 where there is none
  std::span<const Pair> pairs_;
  std::span<TensorView> tensors_;  // all the room there is, until the walk is done
  std::size_t kept_ = 0;
  std::span<Slot> sorted_;  // where tensors are not written in the order of their places

  const NamedDType* last_ = nullptr;  // that was read

  bool again_ = false;         // what is read was judged before
  bool plain_ = true;          // each tensor so far is right, and begins where the one before ends
  bool placed_ = true;         // the place of every tensor is known
  bool covered_ = true;        // no place is wrong
  std::uint64_t reached_ = 0;  // the largest end so far
};

// scratch_for is what the walk takes for a header with so many members, objects and arrays in arrays, and bytes of
// texts with escapes.
[[nodiscard]] std::uint64_t scratch_for(std::uint64_t members, std::uint64_t elements, std::uint64_t escaped) noexcept;

}  // namespace hallmark::safetensors
