// The members of a message: their names, their types, which there must be.
#include <algorithm>

#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::string_view texts[] = {"id", "model_name", "model_version"};

// The bit of a member that is a text, 0 for another. In a request the address names the model, not a member.
unsigned text_bit(Role role, std::string_view key) noexcept {
  const auto found = std::ranges::find(texts, key);
  if (found == std::end(texts) || (role == Role::request && found != std::begin(texts))) return 0;
  return 1U << (found - std::begin(texts));
}

// The type of a value by its first byte.
Json type_at(TextCursor at) noexcept {
  switch (at.peek()) {
    case '{': return Json::object;
    case '[': return Json::array;
    case '"': return Json::string;
    case 't':
    case 'f': return Json::boolean;
    case 'n': return Json::null;
    default: return Json::number;
  }
}

constexpr std::uint64_t number_of(Json type) noexcept { return static_cast<std::uint64_t>(type); }

}  // namespace

// Reads a value of a type that a member may not have.
TextCursor Walk::wrong_type(Json wanted, TextCursor at) noexcept {
  const TextCursor behind = skip(at);
  if (!behind) return {};
  const bool on = report(Phase::members, rule<"kserve/member-type">, at, behind - at, number_of(wanted));
  return on ? behind : TextCursor();
}

bool Walk::require_member(bool there, Member which, TextCursor object) noexcept {
  if (there) return true;
  const auto number = static_cast<std::uint64_t>(which);
  return report(Phase::members, rule<"kserve/member-missing">, object, 1, number, {}, member(number).data());
}

[[gnu::always_inline]] inline TextCursor Walk::member_of_message(Root& root, const Key& key, TextCursor at) noexcept {
  const std::string_view name = as_text(key.text);
  ++root.members;
  if (name == (role_ == Role::request ? "inputs" : "outputs") && !root.listed) {
    root.listed = true;
    return list(at, true);
  }
  if (name == "outputs" && role_ == Role::request && !root.wanted) {
    root.wanted = true;
    return list(at, false);
  }
  if (name == "parameters" && !root.configured) {
    root.configured = true;
    return parameters(at, nullptr, role_ == Role::request ? "binary_data_output" : "");
  }
  if (const unsigned bit = text_bit(role_, name) & ~root.texts_read; bit != 0) {
    root.texts_read |= bit;
    return optional_text(at);
  }
  const TextCursor behind = skip(at);
  if (behind && name == "error" && role_ == Role::response && !root.error.there()) {
    root.error = {at.to(behind)};
    root.error_is_text = type_at(at) == Json::string;
  }
  return behind;
}

// A message without a list of tensors may be an error response: a member `error` alone.
bool Walk::finish_without_list(const Root& root, TextCursor object) noexcept {
  if (!root.error.there()) {
    return require_member(false, role_ == Role::request ? Member::inputs : Member::outputs, object);
  }
  if (root.members != 1) return report(Phase::members, rule<"kserve/error-members">, root.error, {}, {}, "error");
  if (!root.error_is_text) {
    return report(Phase::members, rule<"kserve/member-type">, root.error, number_of(Json::string), {}, "error");
  }
  return report(Phase::members, rule<"kserve/error-response">, root.error, {}, {}, "error");
}

TextCursor Walk::root(TextCursor at) noexcept {
  Root root;
  const TextCursor behind =
      object(at, [&](const Key& key, TextCursor value) noexcept { return member_of_message(root, key, value); });
  if (!behind || root.listed || finish_without_list(root, at)) return behind;
  return {};
}

TextCursor Walk::null_member(Json wanted, TextCursor at) noexcept {
  const TextCursor behind = skip(at);
  if (!behind) return {};
  const bool on = report(Phase::members, rule<"kserve/null-member">, at, behind - at, number_of(wanted));
  return on ? behind : TextCursor();
}

// id, and in a response model_name and model_version, any of which may be null there.
TextCursor Walk::optional_text(TextCursor at) noexcept {
  const Json type = type_at(at);
  if (type == Json::null && role_ == Role::request) return null_member(Json::string, at);
  return type == Json::string || type == Json::null ? scalar(at) : wrong_type(Json::string, at);
}

TextCursor Walk::list(TextCursor at, bool tensors) noexcept {
  if (type_at(at) != Json::array) return wrong_type(Json::array, at);
  const std::uint64_t first = key_count_;
  bool any = false;
  const auto element = [&](TextCursor value) noexcept -> TextCursor {
    any = true;
    Key name;
    name.index = top().number;
    const TextCursor end = type_at(value) != Json::object ? wrong_type(Json::object, value)
                           : tensors                      ? tensor(value, name)
                                                          : requested(value, name);
    return end && (name.at == Key::absent || push_key(name)) ? end : TextCursor();
  };
  const TextCursor behind =
      array(at, element, [&] { return unique(first, Phase::members, rule<"kserve/duplicate-name">); });
  if (!behind || any || !tensors || role_ == Role::response) return behind;
  return report(Phase::members, rule<"kserve/inputs-empty">, at, behind - at) ? behind : TextCursor();
}

TextCursor Walk::name(TextCursor at, Key& name, bool& named) noexcept {
  if (type_at(at) != Json::string) return wrong_type(Json::string, at);
  const TextCursor behind = string(at, name);
  if (!behind) return {};
  named = true;
  // Only an escape, which is longer than what it stands for, makes a NUL.
  const bool escaped = behind - at != name.text.size() + 2;
  if (!escaped || as_text(name.text).find('\0') == std::string_view::npos) return behind;
  return report(Phase::members, rule<"kserve/nul-in-name">, at, behind - at) ? behind : TextCursor();
}

TextCursor Walk::tensor(TextCursor at, Key& named) noexcept {
  Draft draft;
  TextCursor behind = plain_tensor(at, draft, named);
  if (!behind) behind = any_tensor(at, draft, named);
  if (!behind) return {};
  draft.object = at;
  draft.object_size = behind - at;
  return finish(draft) ? behind : TextCursor();
}

TextCursor Walk::any_tensor(TextCursor at, Draft& draft, Key& named) noexcept {
  return object(at, [&](const Key& key, TextCursor value) noexcept -> TextCursor {
    if (as_text(key.text) == "name" && !draft.seen_name) {
      draft.seen_name = true;
      const TextCursor end = name(value, named, draft.named);
      draft.name = named.text;
      return end;
    }
    return member_of_tensor(draft, key, value);
  });
}

// Of duplicate members, which are a finding of their own, the first is read.
TextCursor Walk::member_of_tensor(Draft& draft, const Key& key, TextCursor at) noexcept {
  const std::string_view name = as_text(key.text);
  TextCursor behind;
  Slot* slot = nullptr;
  if (name == "shape" && !draft.shape.slot.there()) {
    slot = &draft.shape.slot;
    behind = type_at(at) == Json::array ? shape(at, draft) : wrong_type(Json::array, at);
  } else if (name == "datatype" && !draft.datatype.slot.there()) {
    slot = &draft.datatype.slot;
    behind = type_at(at) == Json::string ? datatype(at, draft) : wrong_type(Json::string, at);
  } else if (name == "parameters" && !draft.parameters.there()) {
    slot = &draft.parameters;
    behind = parameters(at, &draft, "");
  } else if (name == "data" && !draft.data.slot.there()) {
    slot = &draft.data.slot;
    behind = data(at, draft);
  } else {
    return skip(at);
  }
  if (behind) slot->text = at.to(behind);
  return behind;
}

TextCursor Walk::requested(TextCursor at, Key& named) noexcept {
  if (const TextCursor behind = plain_requested(at, named)) return behind;
  bool read = false;
  bool seen_name = false;
  bool configured = false;
  const TextCursor behind = object(at, [&](const Key& key, TextCursor value) noexcept -> TextCursor {
    if (as_text(key.text) == "name" && !seen_name) {
      seen_name = true;
      return name(value, named, read);
    }
    if (as_text(key.text) == "parameters" && !configured) {
      configured = true;
      return parameters(value, nullptr, "binary_data");
    }
    return skip(value);
  });
  if (!behind) return {};
  return require_member(seen_name, Member::name, at) ? behind : TextCursor();
}

// `draft` is null for parameters that belong to no tensor; `flag` is the one that the extension defines as a boolean.
[[gnu::always_inline]] inline TextCursor Walk::parameter(std::string_view name, TextCursor at, Draft* draft,
                                                         std::string_view flag) noexcept {
  const Json type = type_at(at);
  const bool nests = type == Json::object || type == Json::array;
  const TextCursor behind = nests ? skip(at) : scalar(at);
  if (!behind) return {};
  const Slot slot{at.to(behind)};
  const bool right = !nests && type != Json::null;
  bool on = true;
  if (!right) {
    on = report(Phase::members, rule<"kserve/parameter-type">, slot, number_of(type));
  } else if (!flag.empty() && name == flag && type != Json::boolean) {
    on = report(Phase::members, rule<"kserve/parameter-flag">, slot);
  }
  if (draft != nullptr && name == "binary_data_size" && !draft->size.slot.there()) {
    draft->size.slot = slot;
    draft->size.wrong_type = !right;
    if (type == Json::number) size(at, *draft);
  }
  if (draft != nullptr && name == "shared_memory_region" && !draft->shared.slot.there()) {
    draft->shared.slot = slot;
    draft->shared.wrong_type = !right;
  }
  return on ? behind : TextCursor();
}

TextCursor Walk::parameters(TextCursor at, Draft* draft, std::string_view flag) noexcept {
  const Json type = type_at(at);
  if (type != Json::object) return type == Json::null ? null_member(Json::object, at) : wrong_type(Json::object, at);
  return object(
      at, [&](const Key& key, TextCursor value) noexcept { return parameter(as_text(key.text), value, draft, flag); });
}

}  // namespace hallmark::kserve
