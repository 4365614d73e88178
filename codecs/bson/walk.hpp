// SPDX-License-Identifier: Apache-2.0
// Walk: the one pass over BSON documents that decoding, validating, visiting and drawing the layout share.
#pragma once

#include <algorithm>

#include "bson/elements.hpp"
#include "bson_vector/payload.hpp"
#include "core/path.hpp"
#include "core/reader.hpp"
#include "core/utf8.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/bson/rules.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark::bson {

// Frame is one open document, array or scope: the scratch that a level costs, 32 bytes at most.
struct Frame {
  const std::byte* outer_end = nullptr;  // of the window of the document around it
  std::uint64_t key_at = 0;              // offset of the key of the element being read; 0 while it is not known
  std::uint64_t elements = 0;            // read so far, the present one included
  bool outer_spent = false;
  bool array = false;

  [[nodiscard]] Reader::Window outer() const noexcept { return {outer_end, outer_spent}; }
};
static_assert(sizeof(Frame) <= 32);

// A level takes at least so many bytes of input: type, empty key, length and terminator.
inline constexpr std::uint64_t bytes_a_level = 7;

// Levels that may be open at once.
[[nodiscard]] inline std::uint64_t levels(Bytes input, const Options& options) noexcept {
  const std::uint64_t allowed = std::uint64_t{options.limits.max_depth.value_or(default_max_depth)} + 1;
  return std::min<std::uint64_t>(allowed, input.size() / bytes_a_level + 1);
}

// is_archive: the input is that of mongodump with --archive.
inline constexpr std::uint32_t archive_magic = 0x8199e26d;
[[nodiscard]] inline bool is_archive(Bytes input) noexcept {
  return input.size() >= sizeof archive_magic && load_le<std::uint32_t>(input.data()) == archive_magic;
}

// Position is where the walk is, for paths. It is kept in memory, apart from the cursor, which stays in registers.
class Position final : public Place {
 public:
  Position(Bytes input, Scratch& scratch, const Options& options) noexcept
      : input_(input),
        frames_(scratch.room<Frame>(levels(input, options))),
        end_(frames_.data() + frames_.size()),
        next_(frames_.data()),
        max_depth_(options.limits.max_depth.value_or(default_max_depth)) {}

  // documents[3].a.items[0]: the keys of the elements that lead here, looked up at the offsets that the frames hold.
  void write(TextSink& out, const Violation&) const noexcept override {
    out.write("documents");
    write_index(out, document_);
    for (const Frame& frame : frames_.first(static_cast<std::size_t>(depth(next_)))) {
      if (frame.key_at == 0) return;
      if (frame.array) {
        write_index(out, frame.elements - 1);
      } else {
        write_key(out, key(frame));
      }
    }
  }
  // key gives the key of the element that a document is read at.
  [[nodiscard]] Bytes key(const Frame& frame) const noexcept {
    const auto from = input_.subspan(static_cast<std::size_t>(frame.key_at));
    return from.first(static_cast<std::size_t>(scan_cstring(from).length));
  }

  [[nodiscard]] std::uint32_t max_depth() const noexcept { return max_depth_; }
  // has_frames says that the scratch sufficed: there is room for a level at least.
  [[nodiscard]] bool has_frames() const noexcept { return !frames_.empty(); }
  [[nodiscard]] std::uint64_t document() const noexcept { return document_; }

  // `next` is where the next frame goes. The walk passes its own copy, which stays in a register.
  [[nodiscard]] Frame* next() const noexcept { return next_; }
  [[nodiscard]] std::uint64_t depth(const Frame* next) const noexcept {  // documents open
    return static_cast<std::uint64_t>(next - frames_.data());
  }
  [[nodiscard]] bool outside(const Frame* next) const noexcept { return next == frames_.data(); }  // of all documents
  [[nodiscard]] bool room(const Frame* next) const noexcept { return next != end_; }
  void push(Frame*& next, const Frame& frame) noexcept {
    *next = frame;
    next_ = ++next;
  }
  void pop(Frame*& next) noexcept {
    next_ = --next;
    if (outside(next)) ++document_;
  }

 private:
  Bytes input_;
  std::span<Frame> frames_;
  const Frame* end_;
  Frame* next_;
  std::uint64_t document_ = 0;
  std::uint32_t max_depth_;
};

// NoSink is that of a walk that nobody watches.
struct NoSink {};

// Walk<Sink> reads elements one by one; windows and frames take the place of recursion. A LayoutSink hears of each
// field, an ElementSink of each element, both while the input is valid.
template <class Sink = NoSink>
class Walk {
 public:
  Walk(Bytes input, Scratch& scratch, const Options& options, Sink* sink = nullptr,
       DiagnosticSink* diagnostics = nullptr) noexcept
      : at_(input, scratch, options),
        findings_(options.profile, diagnostics, &at_),
        in_(input, findings_, rule<"bson/truncated">),
        sink_(sink) {}

  // run reads all documents and gives the number of vectors in them. The cursor is copied, so that it can stay in
  // registers: nothing that is called here and not inlined gets its address. Values of rare types are read by functions
  // that use in_ instead.
  std::uint64_t run() noexcept {
    if (!in_.require(at_.has_frames(), hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, "", at_.max_depth()) ||
        !in_.require(!is_archive(in_.left()), rule<"bson/archive">, 0, sizeof archive_magic, "length")) {
      return 0;
    }
    Reader in = in_;
    while (!in.findings().stopped()) {
      Frame* next = at_.next();
      if (!at_.outside(next)) {
        elements(in, next);
      } else if (in.left().empty()) {
        break;
      } else {
        (void)open(in, next, false);
      }
    }
    in_ = in;
    return vectors_;
  }

  [[nodiscard]] Reader& in() noexcept { return in_; }
  [[nodiscard]] const Position& position() const noexcept { return at_; }

 private:
  // Scope is the window around the scope of a code with scope: the document in it ends where the window does.
  struct Scope {
    Field<std::int32_t> length;  // of the code with scope
    Reader::Window outer;
  };

  // Opens a document from its length on: one of the file, the value of an element, or a scope. False when its content
  // will not be walked.
  [[nodiscard, gnu::always_inline]] bool open(Reader& in, Frame*& next, bool array,
                                              const Scope* scope = nullptr) noexcept {
    const auto length = heard(in, in.i32le("length"));
    const std::uint64_t left = in.left().size() + length.width();
    const auto size = static_cast<std::uint64_t>(length.value);
    if (!in.require(length >= 5, rule<"bson/document-length">, length) ||
        !in.require(size <= left, rule<"bson/document-overrun">, length, left)) {
      return false;
    }
    if (scope != nullptr &&
        !in.require(size == left, rule<"bson/code-with-scope-mismatch">, scope->length, left - size))
      return false;
    const std::uint64_t content = size - 5;
    if (!in.require(at_.room(next), rule<"bson/nesting-depth">, length.at, length.width(), length.name, at_.depth(next),
                    at_.max_depth())) {
      in.skip(content + 1, "document");
      return false;
    }
    const Reader::Window inner = in.enter(content);
    const Reader::Window outer = scope != nullptr ? scope->outer : inner;
    at_.push(next, {outer.end, 0, 0, outer.spent, array});
    return true;
  }

  // The terminator, the byte after the window of a document. It is not checked where the content was malformed.
  [[gnu::always_inline]] void close(Reader& in, Frame*& next) noexcept {
    const bool whole = in.ok();
    in.leave(next[-1].outer());
    const auto terminator = heard(in, in.u8("terminator"));
    if (whole) in.require(terminator == 0, rule<"bson/terminator-missing">, terminator);
    at_.pop(next);
  }

  // Elements of the innermost document, and of those that open in it and around it, until all are closed or something
  // was found.
  [[gnu::always_inline]] void elements(Reader& in, Frame* next) noexcept {
    while (true) {
      Frame& frame = next[-1];
      frame.key_at = 0;
      if (in.left().empty()) {
        close(in, next);
        if (at_.outside(next)) break;
        continue;
      }
      const auto type = in.u8("type");
      const std::uint8_t shape = value_shapes[type.value];
      if (shape == no_type) [[unlikely]] {
        special(in, type);
        break;
      }
      if (!key(in, frame, type)) [[unlikely]]
        break;
      const std::byte* const value_at = in.cursor();
      const Frame* const outer = next;
      if (shape <= largest_fixed) {
        heard(in, in.bytes(shape, "value"));
      } else if (shape == nested) {
        if (!open(in, next, type == static_cast<std::uint8_t>(Type::array))) break;
      } else if (type == static_cast<std::uint8_t>(Type::string)) {
        string(in);
      } else if (type == static_cast<std::uint8_t>(Type::boolean)) {
        boolean(in);
      } else {
        in_ = in;
        value(static_cast<Type>(type.value));
        in = in_;
        if (!in.ok()) break;
        next = at_.next();
      }
      if constexpr (std::is_base_of_v<ElementSink, Sink>) {
        if (!show(in, type, outer, next, value_at)) break;
      }
    }
  }

  // Shows an element of the document whose frame is the last before `outer`. One that opens a document ends after the
  // terminator of that.
  bool show(Reader& in, std::uint8_t type, const Frame* outer, const Frame* next, const std::byte* value_at) noexcept {
    if (!in.ok() || findings_.verdict() != Verdict::valid) return in.ok();
    const Bytes left = in.left();
    const std::byte* const end = next == outer ? in.cursor() : left.data() + left.size() + 1;
    const Element element{
        at_.document(), at_.depth(outer), static_cast<Type>(type), as_text(at_.key(outer[-1])), {value_at, end}};
    if (!sink_->element(element, at_)) in.stop();
    return in.ok();
  }

  // Types that end the window: an early terminator, and those that do not exist.
  [[gnu::always_inline]] static void special(Reader& in, const Field<std::uint8_t>& type) noexcept {
    in.require(type != 0, rule<"bson/terminator-early">, type.at, 1, type.name, in.left().size() + 1);
    in.require(type == 0, rule<"bson/element-type">, type);
  }

  [[gnu::always_inline]] bool key(Reader& in, Frame& frame, const Field<std::uint8_t>& type) noexcept {
    Field<Bytes> key;
    bool ascii = true;
    if (!cstring(in, "key", key, ascii)) return false;
    frame.key_at = key.at;
    ++frame.elements;
    bool text = true;
    if (!ascii) [[unlikely]]
      text = check_cstring(in, key, frame.array ? rule<"bson/array-key-utf8"> : rule<"bson/key-utf8">,
                           rule<"bson/key-modified-utf8">);
    if (in.findings().validating() && frame.array && text) {
      in.require(is_decimal(key, frame.elements - 1), rule<"bson/array-key">, key, frame.elements - 1);
    }
    heard(in, type);
    range(in, key.at, key.width() + 1, "key");
    return in.ok();
  }

  // Reads a cstring, without its NUL into `text`.
  [[nodiscard, gnu::always_inline]] static bool cstring(Reader& in, const char* name, Field<Bytes>& text,
                                                        bool& ascii) noexcept {
    const CstringScan scan = scan_cstring(in.left());
    if (!in.require(scan.terminated, rule<"bson/cstring-unterminated">, in.offset(), scan.length, name, scan.length)) {
      return false;
    }
    text = {in.left().first(static_cast<std::size_t>(scan.length)), in.offset(), name};
    ascii = scan.ascii;
    in.skip(scan.length + 1, name);
    return true;
  }

  void value(Type type) noexcept {
    switch (type) {
      case Type::code:
      case Type::symbol: string(); break;
      case Type::binary: binary(); break;
      case Type::regex: regex(); break;
      case Type::db_pointer: db_pointer(); break;
      default: code_with_scope();  // elements() reads the others
    }
  }

  // Each of the two rules is reported once, in the order of the bytes.
  [[gnu::always_inline]] static bool check_cstring(Reader& in, const Field<Bytes>& text, const Rule& utf8,
                                                   const Rule& modified) noexcept {
    const std::uint64_t bad = find_invalid_utf8(text.value);
    if (bad == nowhere) [[likely]]
      return true;
    const NotUtf8 found = sort_out(text.value, bad);
    if (found.modified < found.other) in.require_none(found.modified, modified, text);
    in.require_none(found.other, utf8, text);
    if (found.modified > found.other) in.require_none(found.modified, modified, text);
    return false;
  }

  [[gnu::always_inline]] void string(Reader& in) noexcept {
    const auto length = heard(in, in.i32le("length"));
    if (!in.require(length >= 1, rule<"bson/string-length">, length) ||
        !in.require(static_cast<std::uint64_t>(length.value) <= in.left().size(), rule<"bson/string-overrun">, length,
                    in.left().size())) {
      return;
    }
    const auto whole = in.bytes(static_cast<std::uint64_t>(length.value), "string");
    if (whole.value.empty()) [[unlikely]]
      return;
    const Field<Bytes> text{whole.value.first(whole.value.size() - 1), whole.at, whole.name};
    const Field<std::uint8_t> terminator{std::to_integer<std::uint8_t>(whole.value.back()), text.at + text.width(),
                                         whole.name};
    range(in, text.at, text.width(), "value");
    range(in, terminator.at, terminator.width(), "terminator");
    in.require_none(find_invalid_utf8(text.value), rule<"bson/string-utf8">, text);
    in.require(terminator == 0, rule<"bson/string-terminator">, terminator);
  }
  void string() noexcept { string(in_); }

  [[gnu::always_inline]] void boolean(Reader& in) noexcept {
    const auto boolean = in.u8("boolean");
    range(in, boolean.at, boolean.width(), "value");
    in.require(boolean <= 1, rule<"bson/boolean">, boolean);
  }

  Field<Bytes> regex_part(const char* name) noexcept {
    Field<Bytes> text;
    bool ascii = true;
    if (!cstring(in_, name, text, ascii)) return {};
    range(in_, text.at, text.width() + 1, name);
    if (!ascii) check_cstring(in_, text, rule<"bson/regex-utf8">, rule<"bson/regex-modified-utf8">);
    return text;
  }

  void regex() noexcept {
    (void)regex_part("pattern");
    if (!in_.ok()) return;
    const auto options = regex_part("options");
    if (!in_.ok() || !in_.findings().validating()) return;
    for (std::size_t i = 1; i < options.value.size(); ++i) {
      const auto before = std::to_integer<std::uint8_t>(options.value[i - 1]);
      const auto present = std::to_integer<std::uint8_t>(options.value[i]);
      if (present >= before) continue;
      in_.require(false, rule<"bson/regex-options">, options.at + i, 1, options.name, present, before);
      return;
    }
  }

  void db_pointer() noexcept {
    string();
    if (!in_.ok()) return;
    heard(in_, in_.bytes(12, "id"));
  }

  void binary() noexcept {
    const auto length = heard(in_, in_.i32le("length"));
    if (!in_.require(length >= 0, rule<"bson/binary-length">, length)) return;
    const auto subtype = heard(in_, in_.u8("subtype"));
    if (!in_.require(static_cast<std::uint64_t>(length.value) <= in_.left().size(), rule<"bson/binary-overrun">, length,
                     in_.left().size())) {
      return;
    }
    const Reader::Window outer = in_.enter(static_cast<std::uint64_t>(length.value));
    if (subtype == subtype_vector) {
      vector();
    } else if (subtype == subtype_old_binary) {
      old_binary(length);
    } else {
      heard(in_, in_.rest("value"));
    }
    in_.leave(outer);
  }

  void vector() noexcept {
    const std::uint64_t at = in_.offset();
    const bson_vector::VectorView vector = bson_vector::read_vector(in_);
    ++vectors_;
    range(in_, at, 1, "dtype");
    range(in_, at + 1, 1, "padding");
    range(in_, at + 2, vector.data.size(), "data");
  }

  void old_binary(const Field<std::int32_t>& length) noexcept {
    if (!in_.require(length >= 4, rule<"bson/binary-old-truncated">, length)) return;
    const auto inner = heard(in_, in_.i32le("inner_length"));
    heard(in_, in_.rest("value"));
    in_.require(inner == length.value - 4, rule<"bson/binary-old-length">, inner, length.value - 4);
  }

  void code_with_scope() noexcept {
    const auto length = heard(in_, in_.i32le("length"));
    const std::uint64_t left = in_.left().size() + length.width();
    if (!in_.require(length >= 14, rule<"bson/code-with-scope-length">, length) ||
        !in_.require(static_cast<std::uint64_t>(length.value) <= left, rule<"bson/code-with-scope-overrun">, length,
                     left)) {
      return;
    }
    const Scope scope{length, in_.enter(static_cast<std::uint64_t>(length.value) - 4)};
    string();
    Frame* next = at_.next();
    if (!in_.ok() || !open(in_, next, false, &scope)) in_.leave(scope.outer);
  }

  template <class T>
  [[gnu::always_inline]] Field<T> heard(Reader& in, Field<T> field) noexcept {
    range(in, field.at, field.width(), field.name);
    return field;
  }
  [[gnu::always_inline]] void range([[maybe_unused]] Reader& in, [[maybe_unused]] std::uint64_t at,
                                    [[maybe_unused]] std::uint64_t length, [[maybe_unused]] const char* name) noexcept {
    // A layout ends at the first error, also one that the walk gets past.
    if constexpr (std::is_base_of_v<LayoutSink, Sink>) {
      const bool valid = in.ok() && in.findings().verdict() == Verdict::valid;
      if (valid && length != 0 && !sink_->range(at, length, name, at_)) in.stop();
    }
  }

  Position at_;
  Findings findings_;
  Reader in_;
  Sink* sink_;
  std::uint64_t vectors_ = 0;
};

}  // namespace hallmark::bson
