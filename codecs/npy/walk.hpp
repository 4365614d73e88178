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

// Position says where the walk is, for paths: `descr[1].descr[0].shape[2]`.
class Position final : public Place {
 public:
  void write(TextSink& out, const Violation& violation) const noexcept override;

  void on(std::span<const Token> tape, std::uint32_t top) noexcept {
    tape_ = tape;
    top_ = top;
  }
  void field(std::uint32_t list, std::uint32_t index) noexcept {
    list_ = list;
    index_ = index;
  }
  void outside() noexcept { list_ = none; }
  void axis(std::uint64_t index) noexcept { axis_ = index; }

 private:
  // list_around gives the list whose field has this one as its descr.
  [[nodiscard]] std::uint32_t list_around(std::uint32_t list) const noexcept {
    return parent_of(tape_, owner_of(tape_, list));
  }

  std::span<const Token> tape_;
  std::uint32_t top_ = 0;
  std::uint32_t list_ = none;  // of the field at hand
  std::uint32_t index_ = 0;
  std::uint64_t axis_ = 0;
};

class Walk {
 public:
  Walk(Input input, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr) noexcept
      : input_(input),
        scratch_(scratch),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        max_depth_(options.limits.max_depth.value_or(default_max_depth)),
        findings_(options.profile, sink, &position_),
        in_(input, findings_, rule<"npy/header-truncated">) {}

  void run() noexcept;
  // run_type reads an input that is a dtype and nothing else.
  [[nodiscard]] Decoded<Type> run_type() noexcept;

  [[nodiscard]] const Findings& findings() const noexcept { return findings_; }
  [[nodiscard]] Decoded<FileView> decoded() noexcept {
    const FileView file = view();
    return in_.verdict<FileView>(file.version, file.fortran_order, file.has_data, file.type, file.shape, file.data);
  }
  // view is what has been read so far; of an invalid file without data.
  [[nodiscard]] FileView view() const noexcept;
  [[nodiscard]] Position& position() noexcept { return position_; }
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
    for (std::uint32_t i = 1; tape_[i].kind != Token::Kind::end; i = after(after(i))) {
      const std::uint8_t key = key_of(i);
      if (!see(key == key_count ? "header" : key_name(key).data(), text_of(i), tape_[after(i)])) return;
    }
  }

 private:
  using Kind = Token::Kind;

  // Phases 1, 3 and 5 to 7, decode.cpp.
  bool read_prefix() noexcept;
  bool read_keys() noexcept;
  bool read_values() noexcept;
  bool read_shape() noexcept;
  bool check_product() noexcept;
  bool check_padding() noexcept;
  bool check_alignment() noexcept;
  bool check_size() noexcept;
  [[nodiscard]] std::uint8_t key_of(std::uint32_t i) const noexcept;

  // Phase 2, scan.cpp: from `begin` up to where the data do.
  bool take_tape(Bytes text) noexcept;
  bool scan(std::uint64_t begin, bool dictionary) noexcept;
  TextCursor skip_blanks(TextCursor at) noexcept;
  TextCursor read_value(TextCursor at) noexcept;
  TextCursor read_string(TextCursor first, TextCursor quote) noexcept;
  TextCursor read_escape(TextCursor at) noexcept;
  TextCursor read_number(TextCursor at) noexcept;
  TextCursor read_word(TextCursor at) noexcept;
  TextCursor open(TextCursor at, Kind kind) noexcept;
  TextCursor close(TextCursor at) noexcept;
  TextCursor refuse(const Rule& rule, TextCursor at, std::uint64_t length = 1) noexcept;
  bool push(TextCursor from, TextCursor to, Kind kind, std::uint64_t value) noexcept;
  void keep(Bytes bytes) noexcept;
  void keep(std::uint32_t character) noexcept;

  // Phase 4, descr.cpp.
  bool read_descr(std::uint32_t top) noexcept;
  bool read_type(std::uint32_t i) noexcept;
  bool read_name(std::uint32_t field) noexcept;
  bool finish_field(std::uint32_t field, std::uint32_t list) noexcept;
  // read_dimensions holds a tuple of dimensions against the rules, of an array too.
  bool read_dimensions(std::uint32_t tuple, ElementCount& count) noexcept;
  bool read_dimension(std::uint32_t i, const char* field, ElementCount& count) noexcept;
  bool mark_duplicates(std::uint32_t list) noexcept;
  // is_titled: a tuple of title and name; is_raw: a descr of raw bytes.
  [[nodiscard]] bool is_titled(std::uint32_t i) const noexcept {
    return tape_[i].kind == Kind::tuple && tape_[i].value == 2 && tape_[i + 1].kind == Kind::text &&
           tape_[i + 2].kind == Kind::text;
  }
  [[nodiscard]] bool is_raw(std::uint32_t i) const noexcept {
    if (tape_[i].kind == Kind::type) return tape_[i].type == TypeKind::raw;
    const TypeText text = tape_[i].kind == Kind::text ? read_type_text(text_of(i)) : TypeText{TypeKind::text};
    return text.kind == TypeKind::raw && text.broken == nullptr;
  }
  template <class See>
  void each_name(std::uint32_t list, const See& see) const noexcept;

  // Phase 8, data.cpp.
  void check_values() noexcept;
  bool check_run(const Token& type, std::uint64_t begin, std::uint64_t size) noexcept;
  bool check_element(std::uint32_t top, std::uint64_t at) noexcept;
  void link_fields(std::uint32_t top) noexcept;
  [[nodiscard]] bool is_checked(const Token& type) const noexcept {
    return type.type == TypeKind::boolean || (type.type == TypeKind::text && findings_.validating());
  }

  // report records a finding; false: the walk is over.
  bool report(const Rule& rule, std::uint64_t at, std::uint64_t length, const char* field, Number actual = {},
              Number expected = {}) noexcept {
    findings_.condemns(rule, at, length, field, actual, expected);
    return !findings_.stopped();
  }
  bool report(const Rule& rule, std::uint32_t i, const char* field, Number actual = {}, Number expected = {}) noexcept {
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
  [[nodiscard]] std::uint32_t after(std::uint32_t i) const noexcept { return npy::after(tape_, i); }
  [[nodiscard]] std::string_view text_of(std::uint32_t i) const noexcept {
    return npy::text_of({tape_, input_.window, texts_}, i);
  }
  [[nodiscard]] std::uint64_t offset_of(TextCursor at) const noexcept {
    return static_cast<std::uint64_t>(at.rest().data() - input_.window.data());
  }

  Input input_;
  Scratch& scratch_;
  std::uint64_t max_rank_;
  std::uint64_t max_depth_;
  Position position_;
  Findings findings_;
  Reader in_;

  std::uint8_t version_ = 0;
  std::uint64_t header_begin_ = 0;
  std::uint64_t data_begin_ = 0;
  std::uint64_t literal_end_ = 0;

  std::span<Token> tape_;       // all the room there is, until the literal is read
  std::span<std::byte> texts_;  // strings with escapes or in Latin-1, as UTF-8
  std::uint32_t used_ = 0;      // tokens
  std::size_t kept_ = 0;        // bytes of texts
  std::uint32_t open_ = none;   // the innermost open bracket
  std::uint64_t depth_ = 0;
  bool latin_ = false;  // a byte above 0x7f was met

  std::uint32_t values_[key_count] = {none, none, none};
  bool whole_ = true;   // what the size of the data is made of is right so far
  bool sized_ = false;  // that size is known
  bool fortran_ = false;
  ElementCount count_;
  std::uint64_t data_size_ = 0;
  bool bools_seen_ = false;  // one was reported
  bool characters_seen_ = false;
};

}  // namespace hallmark::npy
