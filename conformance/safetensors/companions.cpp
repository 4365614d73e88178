// SPDX-License-Identifier: Apache-2.0
// safetensors-index: which tensor of a sharded model lies in which shard. The index is read on a tape, so that findings
// have offsets and paths; it is judged alone by a codec of no registry, and then with the shards beside it.
#include "conformance/examine/companions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "codecs/core/json_tape.hpp"
#include "codecs/core/manifest.hpp"
#include "codecs/core/operations.hpp"
#include "conformance/safetensors/rules.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark::safetensors {
namespace {

using conformance::Beside;

// What is no index breaks one rule, in words for each way.
constexpr Rule no_index(std::string_view message) {
  Rule rule = index_rule<"safetensors/index-shape">;
  rule.message = message;
  return rule;
}
constexpr Rule bad_json = no_index("this is no index: its JSON is wrong here");
constexpr Rule cut = no_index("this is no index: it ends too early");
constexpr Rule same_key = no_index("this is no index: this key is there twice");
constexpr Rule no_object = no_index("this is no index: there should be an object here");
constexpr Rule no_map = no_index("this is no index: it has no weight_map");
constexpr Rule no_string = no_index("this is no index: the name of a shard should be a string");

constexpr JsonRules json_rules{.truncated = cut, .value = bad_json, .depth = bad_json, .duplicate_key = same_key};

// is_plain says that a name can be opened: it stays in the folder, on every system.
bool is_plain(std::string_view name) noexcept {
  if (!name.ends_with(".safetensors") || name.find_first_of(std::string_view("\\:\0", 3)) != name.npos) return false;
  for (std::size_t end = 0; end != name.npos; name.remove_prefix(std::min(end, name.size() - 1) + 1)) {
    end = name.find('/');
    const std::string_view part = name.substr(0, end);
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

class Index {
 public:
  Index(Bytes text, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr) noexcept
      : text_(text), scratch_(scratch), tape_(json_rules), findings_(options.profile, sink, &tape_) {}

  // read checks the shape, and then stands in weight_map.
  bool read() noexcept {
    const TextCursor text(text_);
    const TextCursor begin = skip_space(text);
    if (!begin.is('{')) return report(begin.ended() ? cut : no_object, begin - text, begin.ended() ? 0 : 1);
    // The tape does not recurse: JSON may be as deep as it likes.
    const TextCursor end = tape_.scan(text_, begin - text, UINT32_MAX, scratch_, findings_);
    if (!end) return false;
    if (const TextCursor rest = skip_space(end); !rest.ended()) return report(bad_json, rest - text, 1);
    map_ = find(0, "weight_map");
    if (map_ == 0) return report(no_map, begin - text, 1);
    if (tape_[map_].kind() != JsonKind::object) return report(no_object, tape_[map_]);
    (void)tape_.enter(map_);
    bool right = true;
    members(map_, [&](std::uint32_t member) {
      if (tape_[member].kind() != JsonKind::string) right = report(no_string, tape_[member]);
    });
    return right && !findings_.stopped();
  }

  // each calls entry(member, tensor, shard), standing there. The names last for the call.
  template <class Entry>
  void each(const Entry& entry) {
    members(map_, [&](std::uint32_t member) {
      std::span<std::byte> room = scratch_.rest<std::byte>();
      const std::string_view tensor = plain(tape_.key(tape_[member]), room);
      entry(member, tensor, plain(tape_.value(tape_[member]).subspan(1, tape_[member].size - 2), room));
    });
  }

  // check is all that can be said of an index alone.
  const Findings& check() noexcept {
    if (read()) {
      each([&](std::uint32_t member, std::string_view, std::string_view shard) {
        if (!is_plain(shard)) report(index_rule<"safetensors/index-name">, tape_[member]);
      });
    }
    return findings_;
  }

  // total gives metadata.total_size, and stands there; null where it is no integer.
  const JsonToken* total(std::uint64_t& value) noexcept {
    tape_.leave_all();
    const std::uint32_t metadata = find(0, "metadata");
    if (metadata == 0 || tape_[metadata].kind() != JsonKind::object) return nullptr;
    const std::uint32_t found = find(metadata, "total_size");
    if (found == 0) return nullptr;
    const std::string_view digits = as_text(tape_.value(tape_[found]));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() ? &tape_[found] : nullptr;
  }

  [[nodiscard]] JsonTape& tape() noexcept { return tape_; }

 private:
  bool report(const Rule& rule, std::uint64_t at, std::uint64_t length) noexcept {
    return !findings_.condemns(rule, at, length, "", {}, {});
  }
  bool report(const Rule& rule, const JsonToken& token) noexcept { return report(rule, token.begin, token.size); }

  // find goes into an object and stands at a member, whose token it gives; 0 where there is none.
  template <std::size_t size>
  std::uint32_t find(std::uint32_t object, const char (&name)[size]) noexcept {
    std::uint32_t found = 0;
    (void)tape_.enter(object);
    members(object, [&](std::uint32_t member) {
      if (is_name(tape_.name(tape_[member]), name)) found = member;
    });
    tape_.stand(found != 0 ? found : JsonTape::none);
    return found;
  }
  // members stands at each member of an object that was entered.
  template <class Member>
  void members(std::uint32_t object, const Member& member) {
    const std::uint32_t end = tape_.after(object);
    for (std::uint32_t i = object + 1; i != end && !findings_.stopped(); i = tape_.after(i)) {
      tape_.stand(i);
      member(i);
    }
  }

  static std::string_view plain(Bytes raw, std::span<std::byte>& room) noexcept {
    if (std::ranges::find(raw, std::byte{'\\'}) == raw.end() || room.size() < raw.size()) return as_text(raw);
    const Bytes text(room.data(), unescape(raw, room.data()));
    room = room.subspan(text.size());
    return as_text(text);
  }

  Bytes text_;
  Scratch& scratch_;
  JsonTape tape_;
  Findings findings_;
  std::uint32_t map_ = 0;
};

// For the tokens, for looking for equal keys, and for keys and names without their escapes.
std::uint64_t scratch_bound(LastingBytes text, const Options&) noexcept {
  const JsonSize size = skim_json(TextCursor(text), [](const JsonMember&) {});
  const std::uint64_t keys = size.colons * sizeof(Bytes) + unique_names_scratch(size.colons) + word_size;
  return JsonTape::bound(size) + keys + (size.escaped ? 2 * text.size() : 0);
}

Verdict validate(LastingBytes text, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return Index(text, scratch, options, &sink).check().verdict();
}

Violation decode(Bytes text, Scratch& scratch, const Options& options) noexcept {
  return Index(text, scratch, options).check().decisive();
}

Violation layout(Bytes text, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  sink.range(0, text.size(), "index", FieldPlace());
  return decode(text, scratch, options);
}

// An index holds the names of tensors, and of each that of its shard.
Violation contents(Bytes text, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Index index(text, scratch, options);
  const Violation error = index.check().decisive();
  bool more = error.rule == nullptr;
  index.each([&](std::uint32_t, auto tensor, auto shard) { more = more && sink.text(tensor, shard); });
  return error;
}

// An index is known by its name alone.
Recognition recognise(Bytes) noexcept { return Recognition::none; }

const Codec& index_codec() {
  static const manifest::Family& family = manifest::family_of(*codec_named("safetensors"));
  static const manifest::Beside& file = family.beside.front();
  static const Codec codec{{file.id, family.folder, file.title, {&file.extension, 1}},
                           whole<recognise, scratch_bound, decode, validate, layout, contents>(index_rules)};
  return codec;
}

struct Shard {
  std::uint64_t tensors = 0;  // that the index says are in it
  Beside::Problem problem = {};
  bool told = false;
};
using Shards = std::map<std::string, Shard, std::less<>>;  // by their names

struct Entry {
  std::string tensor;
  std::uint32_t token;
  Shards::value_type* shard = nullptr;  // null if its name is refused
  bool found = false;
  const std::string* elsewhere = nullptr;  // another shard that has it
};

// Model is an index beside its shards.
class Model final : public ContentSink {
 public:
  Model(Index& index, conformance::Collector& collector) : index_(index), collector_(collector) {
    index.each([&](std::uint32_t token, std::string_view tensor, std::string_view name) {
      entries_.push_back({std::string(tensor), token});
      known_ = known_ && is_plain(name);
      if (!is_plain(name)) return;
      entries_.back().shard = &*shards_.try_emplace(std::string(name)).first;
      ++entries_.back().shard->second.tensors;
    });
  }

  void open(Beside& beside) {
    std::ranges::sort(entries_, {}, &Entry::tensor);
    for (auto& shard : shards_) {
      open_ = &shard;
      shard.second.problem = beside.show(shard.first, *codec_named("safetensors"), *this);
      known_ = known_ && shard.second.problem.why.empty();
    }
  }

  bool tensor(const TensorView& tensor, const Place&) noexcept override {
    std::uint64_t size = 0;
    known_ = count_of(tensor.shape).data(tensor.dtype, size) == DataSize::whole && known_;
    bytes_ += size;
    const auto entry = std::ranges::lower_bound(entries_, tensor.name, {}, &Entry::tensor);
    if (entry == entries_.end() || entry->tensor != tensor.name) {
      ++unlisted_;
    } else if (entry->shard == open_) {
      entry->found = true;
    } else {
      entry->elsewhere = &open_->first;
    }
    return true;
  }
  bool bit_tensor(const BitsView&, const Place&) noexcept override { return true; }

  void report() {
    if (unlisted_ != 0) {
      collector_.report({&index_rule<"safetensors/index-unlisted">, 0, 1, unlisted_, {}, ""}, Severity::warning,
                        FieldPlace(), "");
    }
    std::ranges::sort(entries_, {}, &Entry::token);
    for (const Entry& entry : entries_) {
      if (entry.shard != nullptr) report(entry);
    }
    std::uint64_t total = 0;
    const JsonToken* token = known_ ? index_.total(total) : nullptr;
    if (token != nullptr && total != bytes_) add(index_rule<"safetensors/index-total">, *token, "", total, bytes_);
  }

 private:
  void report(const Entry& entry) {
    index_.tape().stand(entry.token);
    const JsonToken& token = index_.tape()[entry.token];
    auto& [name, shard] = *entry.shard;
    const std::string other = entry.elsewhere == nullptr ? "" : reports::escaped(*entry.elsewhere);
    if (!shard.problem.why.empty()) {
      if (std::exchange(shard.told, true)) return;
      shard.problem.report(
          collector_, {&index_rule<"safetensors/index-missing">, token.begin, token.size, shard.tensors, {}, ""},
          index_.tape(), name,
          fmt::format("; {} {} in it", shard.tensors, shard.tensors == 1 ? "tensor is" : "tensors are"));
    } else if (!entry.found) {
      known_ = false;
      add(index_rule<"safetensors/index-absent">, token, other.empty() ? "" : fmt::format("; {} has it", other));
    } else if (!other.empty()) {
      add(index_rule<"safetensors/index-twice">, token, fmt::format(": {} has it, too", other));
    }
  }

  void add(const Rule& rule, const JsonToken& at, const std::string& more, Number actual = {}, Number expected = {}) {
    collector_.report({&rule, at.begin, at.size, actual, expected, ""}, rule.severity, index_.tape(), more);
  }

  Index& index_;
  conformance::Collector& collector_;
  std::vector<Entry> entries_;  // while shards are open by name, else as they stand
  Shards shards_;
  const Shards::value_type* open_ = nullptr;
  std::uint64_t unlisted_ = 0;
  std::uint64_t bytes_ = 0;
  bool known_ = true;  // bytes_ are those of all tensors
};

void judge(Bytes input, const Options& options, Beside& beside, conformance::Collector& collector) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(input, options));
  Index index(input, scratch, options);
  if (!index.read()) return;
  Model model(index, collector);
  model.open(beside);
  model.report();
}

}  // namespace

void add_to(std::vector<conformance::Companions>& all) { all.push_back({&index_codec(), index_rules, &judge}); }

}  // namespace hallmark::safetensors
