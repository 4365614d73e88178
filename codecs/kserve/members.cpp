// SPDX-License-Identifier: Apache-2.0
// The members of a message: their names, their types, which there must be.
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t number_of(Json type) noexcept { return static_cast<std::uint64_t>(type); }

constexpr std::uint32_t smallest_tensor = 11;  // {"name":""}

// Of members with one name, which are a finding of their own, the first is read: is_first says that none was found
// before `member`.
[[gnu::always_inline]] inline bool is_first(bool named, std::uint32_t member, std::uint32_t& found) noexcept {
  if (!named || found != 0) return false;
  found = member;
  return true;
}

}  // namespace

bool Walk::wrong_type(Json wanted, std::uint64_t at, std::uint64_t length) noexcept {
  return report(rule<"kserve/member-type">, at, length, number_of(wanted));
}

bool Walk::wrong_null(Json wanted, const JsonToken& value) noexcept {
  return report(rule<"kserve/null-member">, value, number_of(wanted));
}

[[gnu::always_inline]] inline bool Walk::require_member(bool there, Member which, const JsonToken& object) noexcept {
  if (there) return true;
  const auto number = static_cast<std::uint64_t>(which);
  return report(rule<"kserve/member-missing">, object.begin, 1, number, {}, member(number).data());
}

[[gnu::always_inline]] inline bool Walk::check_name(const JsonToken& value, Bytes& name) noexcept {
  if (value.kind() != JsonKind::string) return wrong_type(Json::string, value.begin, value.size);
  if (!read_text(value, values_, name)) return false;
  // Only an escape makes a NUL.
  if (!value.is_escaped_string() || as_text(name).find('\0') == std::string_view::npos) return true;
  return report(rule<"kserve/nul-in-name">, value);
}

[[gnu::always_inline]] inline bool Walk::check_parameters(std::uint32_t member, Flag flag, Draft& draft) noexcept {
  const JsonToken& parameters = tape_[member];
  if (parameters.kind() == JsonKind::null) return wrong_null(Json::object, parameters);
  if (parameters.kind() != JsonKind::object) return wrong_type(Json::object, parameters.begin, parameters.size);
  const std::uint32_t size = tape_.enter(member);
  const std::uint32_t end = tape_.after(member);
  for (std::uint32_t i = member + 1; i != end; i = tape_.after(i)) {
    tape_.stand(i);
    const JsonToken& token = tape_[i];
    const Bytes key = tape_.name(token);
    (void)(is_first(is_name(key, "binary_data_size"), i, draft.size) ||
           is_first(is_name(key, "shared_memory_region"), i, draft.shared));
    bool on = true;
    if (token.kind() == JsonKind::null || token.nests()) {
      on = report(rule<"kserve/parameter-type">, token, static_cast<std::uint64_t>(token.kind()));
    } else if (token.kind() != JsonKind::boolean &&
               ((flag == Flag::binary_data && is_name(key, "binary_data")) ||
                (flag == Flag::binary_data_output && is_name(key, "binary_data_output")))) {
      on = report(rule<"kserve/parameter-flag">, token);
    }
    if (!on) return false;
  }
  tape_.leave(size);
  return true;
}

// A tensor, or what a request wants back.
[[gnu::always_inline]] inline bool Walk::check_object(std::uint32_t object, bool tensor, Draft& draft) noexcept {
  const std::uint32_t size = tape_.enter(object);
  const std::uint32_t end = tape_.after(object);
  for (std::uint32_t i = object + 1; i != end; i = tape_.after(i)) {
    tape_.stand(i);
    const JsonToken& token = tape_[i];
    const Bytes key = tape_.name(token);
    const auto wants = [&](Json type, bool right) { return right || wrong_type(type, token.begin, token.size); };
    bool on = true;
    if (is_first(is_name(key, "name"), i, draft.name)) {
      on = check_name(token, draft.text);
    } else if (is_first(is_name(key, "parameters"), i, draft.parameters)) {
      on = check_parameters(i, tensor ? Flag::none : Flag::binary_data, draft);
    } else if (!tensor) {
      continue;
    } else if (is_first(is_name(key, "shape"), i, draft.shape)) {
      on = wants(Json::array, token.kind() == JsonKind::array);
    } else if (is_first(is_name(key, "datatype"), i, draft.datatype)) {
      on = wants(Json::string, token.kind() == JsonKind::string);
    } else if (is_first(is_name(key, "data"), i, draft.data)) {
      on = wants(Json::array, token.kind() == JsonKind::array || token.kind() == JsonKind::null);
    }
    if (!on) return false;
  }
  tape_.leave(size);
  const JsonToken& token = tape_[object];
  return require_member(draft.name != 0, Member::name, token) &&
         (!tensor || (require_member(draft.shape != 0, Member::shape, token) &&
                      require_member(draft.datatype != 0, Member::datatype, token)));
}

// The token of the name of an object in a list, 0 where it has none.
std::uint32_t Walk::name_of(std::uint32_t object) noexcept {
  if (tape_[object].kind() != JsonKind::object) return 0;
  const std::uint32_t end = tape_.after(object);
  std::uint32_t i = object + 1;
  while (i != end && !is_name(tape_.name(tape_[i]), "name")) i = tape_.after(i);
  return i != end && tape_[i].kind() == JsonKind::string ? i : 0;
}

// Equal names are reported at the end of their list.
bool Walk::check_names(std::uint32_t list, std::uint64_t count) noexcept {
  struct Named {
    Bytes text;
    std::uint32_t object;
    std::uint32_t name;
  };
  const std::uint32_t end = tape_.after(list);
  Scratch borrowed(values_);
  const std::span<Named> names = borrowed.room<Named>(count);
  std::span<std::byte> room = borrowed.rest<std::byte>();
  const std::size_t left = room.size();
  if (names.size() != count) return exhausted(tape_[list].begin);
  std::size_t named = 0;  // fewer than before where the text has changed
  for (std::uint32_t i = list + 1; i != end && named != names.size(); i = tape_.after(i)) {
    const std::uint32_t name = name_of(i);
    if (name == 0) continue;
    names[named] = {{}, i, name};
    if (!read_text(tape_[name], room, names[named++].text)) return false;
  }
  (void)borrowed.room<std::byte>(left - room.size());
  const auto same = find_same_names(named, [names](std::uint32_t index) { return names[index].text; }, borrowed);
  if (!same) return exhausted(tape_[list].begin);
  for (std::uint64_t i = 0; i < same->size(); ++i) {
    const Named& later = names[(*same)[i].later];
    tape_.stand(tape_[later.object].key);
    if (!report(rule<"kserve/duplicate-name">, tape_[later.name], {}, {}, "name")) return false;
  }
  return true;
}

// Room for every tensor that may have a name, and all that is left for what they say.
[[gnu::always_inline]] inline bool Walk::take_tensors(std::uint32_t list) noexcept {
  std::uint64_t objects = 0;
  for (std::uint32_t i = list + 1; i != tape_[list].link(); i = tape_.after(i)) {
    objects += tape_[i].kind() == JsonKind::object && tape_[i].size >= smallest_tensor ? 1 : 0;
  }
  tensors_ = scratch_.room<MessageTensor>(objects);
  values_ = scratch_.rest<std::byte>();
  return tensors_.size() == objects || exhausted(tape_[list].begin);
}

bool Walk::check_list(std::uint32_t list, bool tensors) noexcept {
  const JsonToken& token = tape_[list];
  if (token.kind() != JsonKind::array) return wrong_type(Json::array, token.begin, token.size);
  if (tensors && !take_tensors(list)) return false;
  const std::span<std::byte> values = values_;
  const bool empty = token.link() == list + 1 && !tape_.first_scalar(token);
  std::uint64_t named = 0;
  bool ascending = true;
  bool ahead = tensors;
  Bytes last;
  const std::uint32_t list_size = tape_.enter(list);
  const auto scalar = [&](TextCursor at, std::uint64_t size) { return wrong_type(Json::object, offset(at), size); };
  const auto nested = [&](std::uint32_t entry) {
    const JsonToken& object = tape_[entry];
    if (object.kind() != JsonKind::object) return wrong_type(Json::object, object.begin, object.size);
    Draft draft;
    draft.object = entry;
    if (!check_object(entry, tensors, draft)) return false;
    if (draft.text.data() != nullptr) {
      ascending = ascending && (named == 0 || before(last, draft.text));
      ++named;
      last = draft.text;
    }
    if (!ahead) return true;
    const std::span<std::byte> before_it = values_;
    mode_ = Mode::ahead;
    ahead = check_tensor(draft);
    mode_ = Mode::report;
    if (ahead) return true;
    values_ = before_it;
    next_ = entry;
    return true;
  };
  if (!tape_.each_entry(list, scalar, nested) || (!ascending && !check_names(list, named))) return false;
  tape_.leave(list_size);
  if (!tensors) values_ = values;
  return !empty || !tensors || role_ == Role::response || report(rule<"kserve/inputs-empty">, token);
}

bool Walk::check_tensors() noexcept {
  bool on = true;
  if (next_ != 0) {
    const std::uint32_t end = tape_.after(list_);
    in_list([&] {
      for (std::uint32_t i = next_; on && i != end; i = tape_.after(i)) {
        if (tape_[i].kind() != JsonKind::object) continue;
        Draft draft;
        draft.object = i;
        mode_ = Mode::again;
        on = check_object(i, true, draft);
        mode_ = Mode::report;
        on = on && check_tensor(draft);
      }
    });
  }
  (void)scratch_.room<std::byte>(scratch_.rest<std::byte>().size() - values_.size());
  return on;
}

bool Walk::check_message() noexcept {
  values_ = scratch_.rest<std::byte>();
  const std::uint32_t size = tape_.enter(0);
  const std::uint32_t end = tape_.after(0);
  for (std::uint32_t i = 1; i != end; i = tape_.after(i)) {
    tape_.stand(i);
    if (!check_member(i)) return false;
  }
  tape_.leave(size);
  return list_ != 0 || check_without_list();
}

[[gnu::always_inline]] inline bool Walk::check_member(std::uint32_t member) noexcept {
  const JsonToken& token = tape_[member];
  const Bytes key = tape_.name(token);
  const bool request = role_ == Role::request;
  if (is_first(is_list(key, role_), member, list_)) return check_list(member, true);
  if (request && is_first(is_name(key, "outputs"), member, wanted_)) return check_list(member, false);
  if (is_first(is_name(key, "parameters"), member, configured_)) {
    Draft none;
    return check_parameters(member, request ? Flag::binary_data_output : Flag::none, none);
  }
  // In a request the address names the model, not a member.
  if (is_first(is_name(key, "id"), member, texts_[0]) ||
      (!request && (is_first(is_name(key, "model_name"), member, texts_[1]) ||
                    is_first(is_name(key, "model_version"), member, texts_[2])))) {
    if (token.kind() == JsonKind::null && request) return wrong_null(Json::string, token);
    return token.kind() == JsonKind::string || token.kind() == JsonKind::null ||
           wrong_type(Json::string, token.begin, token.size);
  }
  if (!request) (void)is_first(is_name(key, "error"), member, error_);
  return true;
}

// A message without a list of tensors may be an error response: a member `error` alone.
bool Walk::check_without_list() noexcept {
  if (error_ == 0) {
    return require_member(false, role_ == Role::request ? Member::inputs : Member::outputs, tape_[0]);
  }
  const JsonToken& error = tape_[error_];
  if (tape_.after(1) != tape_.after(0)) return report(rule<"kserve/error-members">, error, {}, {}, "error");
  if (error.kind() != JsonKind::string) {
    return report(rule<"kserve/member-type">, error, number_of(Json::string), {}, "error");
  }
  return report(rule<"kserve/error-response">, error, {}, {}, "error");
}

}  // namespace hallmark::kserve
