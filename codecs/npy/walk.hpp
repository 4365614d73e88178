// SPDX-License-Identifier: Apache-2.0
// Walk: the way through a file that everything is derived from. README.md lists its phases, and what its tape holds.
#pragma once

#include "core/cursor.hpp"
#include "core/reader.hpp"
#include "hallmark/npy.hpp"
#include "hallmark/npy/rules.hpp"
#include "npy/types.hpp"

namespace hallmark::npy {

inline constexpr std::string_view magic = "\x93NUMPY";
inline constexpr std::uint64_t length_at = 8;  // HEADER_LEN, after magic and version
inline constexpr std::uint64_t modulus = 64;   // of where data begin
inline constexpr std::uint32_t none = UINT32_MAX;

// Key is a key of the dictionary, in the order of key_name.
enum Key : std::uint8_t { descr, fortran_order, shape, key_count };

// A walk is its own place, for paths: `descr[1].descr[0].shape[2]`.
class Walk final : public Place {
 public:
  Walk(Input input, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr) noexcept
      : input_(input),
        scratch_(scratch),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        max_depth_(options.limits.max_depth.value_or(default_max_depth)),
        findings_(options.profile, sink, this),
        in_(input, findings_, rule<"npy/header-truncated">) {}

  void run() noexcept;
  // run_type reads an input that is a dtype and nothing else.
  [[nodiscard]] Decoded<Type> run_type() noexcept;

  [[nodiscard]] const Findings& findings() const noexcept { return findings_; }
  [[nodiscard]] Decoded<FileView> decoded() noexcept { return in_.verdict<FileView>(view()); }
  void write(TextSink& out, const Violation& violation) const noexcept override;
  // view is what has been read so far; of an invalid file without data.
  [[nodiscard]] FileView view() const noexcept;
  // The places of header, data and the end of the dictionary; 0 where that was not read.
  [[nodiscard]] std::uint64_t header_begin() const noexcept { return header_begin_; }
  [[nodiscard]] std::uint64_t data_begin() const noexcept { return data_begin_; }
  [[nodiscard]] std::uint64_t literal_end() const noexcept { return literal_end_; }
  // declared_size is where the data end; 0 where that is not known.
  [[nodiscard]] std::uint64_t declared_size() const noexcept {
    return sized_ && data_size_ <= UINT64_MAX - data_begin_ ? data_begin_ + data_size_ : 0;
  }
  // each_entry calls see(field, key, value) for the entries of the dictionary in the order of the file. False ends it.
  template <class See>
  void each_entry(const See& see) const noexcept {
    if (literal_end_ == 0) return;
    for (Index i = 1; tape_[i].kind != Token::Kind::end; i = after(tape_, after(tape_, i))) {
      const std::uint8_t key = key_of(i);
      if (!see(key == key_count ? "header" : key_name(key).data(), text_of(tape(), i), tape_[after(tape_, i)])) return;
    }
  }

 private:
  using Kind = Token::Kind;

  // Phases 1, 3 and 5 to 7, decode.cpp.
  bool read_prefix() noexcept;
  bool read_keys() noexcept;
  bool read_values() noexcept;
  bool check_padding() noexcept;
  bool check_alignment() noexcept;
  bool check_size() noexcept;
  [[nodiscard]] std::uint8_t key_of(Index i) const noexcept;

  // Phase 2, scan.cpp: from `begin` up to where the data do.
  bool take_tape() noexcept;
  bool scan(std::uint64_t begin, bool dictionary) noexcept;
  TextCursor skip_blanks(TextCursor at) noexcept;
  TextCursor read_value(TextCursor at) noexcept;
  TextCursor read_string(TextCursor first, TextCursor quote) noexcept;
  TextCursor read_escape(TextCursor at) noexcept;
  TextCursor read_number(TextCursor at) noexcept;
  TextCursor read_word(TextCursor at) noexcept;
  TextCursor open(TextCursor at, Kind kind) noexcept;
  TextCursor close(TextCursor at) noexcept;
  // refuse ends the scan. Where the text has ended, that is what is wrong.
  TextCursor refuse(const Rule& rule, TextCursor at, std::uint64_t length, Number actual,
                    Number expected = {}) noexcept;
  TextCursor refuse(const Rule& rule, TextCursor at, std::uint64_t length = 1) noexcept {
    return refuse(rule, at, length, at.peek());
  }
  // push appends a token, and gives where it ends.
  TextCursor push(TextCursor from, TextCursor to, Kind kind, std::uint64_t value, unsigned flags = 0) noexcept;
  void keep(std::uint32_t character) noexcept;

  // Phase 4, descr.cpp.
  bool read_descr() noexcept;
  bool enter(Index list) noexcept;
  bool read_type(Index i) noexcept;
  bool read_name(Index field) noexcept;
  bool finish_field(Index field) noexcept;
  // read_dimensions holds a tuple of dimensions against the rules, of an array too.
  bool read_dimensions(Index tuple, ElementCount& count) noexcept;
  bool read_dimension(Index i, const char* field, ElementCount& count) noexcept;
  bool mark_duplicates(Index list) noexcept;
  // names_of gives the title and the name of a field. Without a name the title is wrong; without both, all of them are.
  [[nodiscard]] std::pair<Index, Index> names_of(Index field) const noexcept;
  [[nodiscard]] bool is_padding(Index field) const noexcept;

  // Phase 8, data.cpp.
  void check_values() noexcept;
  bool check_run(const Token& type, std::uint64_t begin, std::uint64_t size) noexcept;
  bool link_checked(Index top) noexcept;
  [[nodiscard]] bool is_checked(const Token& type) const noexcept {
    return type.type == TypeKind::boolean || (type.type == TypeKind::text && findings_.validating());
  }

  // report records a finding; false: the walk is over.
  bool report(const Rule& rule, std::uint64_t at, std::uint64_t length, const char* field, Number actual = {},
              Number expected = {}) noexcept {
    findings_.condemns(rule, at, length, field, actual, expected);
    return !findings_.stopped();
  }
  bool report(const Rule& rule, Index i, const char* field, Number actual = {}, Number expected = {}) noexcept {
    return report(rule, tape_[i].begin, tape_[i].size, field, actual, expected);
  }
  // spoil is report of what leaves the size of the data unknown.
  template <class... What>
  bool spoil(const Rule& rule, const What&... what) noexcept {
    whole_ = false;
    return report(rule, what...);
  }
  bool exhausted() noexcept {
    return report(hallmark::rule<"hallmark/scratch-exhausted">, length_at, 0, "header", tape_.size());
  }
  [[nodiscard]] Fields::Tape tape() const noexcept { return {tape_, input_.window, texts_.memory()}; }
  [[nodiscard]] std::uint64_t offset_of(TextCursor at) const noexcept { return at - text_; }

  Input input_;
  Scratch& scratch_;
  std::uint64_t max_rank_;
  std::uint64_t max_depth_;
  Findings findings_;
  Reader in_;

  std::uint8_t version_ = 0;
  std::uint64_t header_begin_ = 0;
  std::uint64_t data_begin_ = 0;
  std::uint64_t literal_end_ = 0;

  TextCursor text_;        // what lies before the data
  std::span<Token> tape_;  // all the room there is, until the literal is read
  Writer texts_;           // strings with escapes or in Latin-1, as UTF-8
  Index used_ = 0;         // tokens
  Index open_ = none;      // the innermost open bracket
  std::uint64_t depth_ = 0;
  bool latin_ = false;  // a byte above 0x7f was met

  std::uint32_t values_[key_count] = {none, none, none};
  Index list_ = none;        // the list of fields at hand
  std::uint32_t index_ = 0;  // and its field
  std::uint64_t axis_ = 0;
  bool whole_ = true;   // what the size of the data is made of is right so far
  bool sized_ = false;  // that size is known
  bool fortran_ = false;
  std::uint64_t data_size_ = 0;
  bool bools_seen_ = false;  // one was reported
  bool characters_seen_ = false;
};

}  // namespace hallmark::npy
