// The members of a message: their names, their types, which there must be.
#include <algorithm>

#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::string_view texts[] = {"id", "model_name", "model_version"};

// The bit of a member that is a text, 0 for another.
unsigned text_bit(std::string_view key) noexcept {
  const auto found = std::ranges::find(texts, key);
  return found == std::end(texts) ? 0 : 1U << (found - std::begin(texts));
}

// The type of a value by its first byte.
Json type_at(At at) noexcept {
  switch (byte_at(at)) {
    case '{': return Json::object;
    case '[': return Json::array;
    case '"': return Json::string;
    case 't':
    case 'f': return Json::boolean;
    case 'n': return Json::null;
    default: return Json::number;
  }
}

}  // namespace

// Reads a value of a type that a member may not have.
At Walk::wrong_type(Json wanted, At at) noexcept {
  const At behind = skip(at);
  if (behind == nullptr) return nullptr;
  const auto length = static_cast<std::uint64_t>(behind - at);
  const bool on = tell(Phase::members, rule<"kserve/member-type">, at, length, static_cast<std::uint64_t>(wanted));
  return on ? behind : nullptr;
}

bool Walk::require_member(bool there, Member which, At object) noexcept {
  if (there) return true;
  return tell(Phase::members, rule<"kserve/member-missing">, object, 1, static_cast<std::uint64_t>(which), {},
              member(static_cast<std::uint64_t>(which)).data());
}

At Walk::root(At at) noexcept {
  const std::string_view tensors = role_ == Role::request ? "inputs" : "outputs";
  bool listed = false;
  bool wanted = false;
  bool configured = false;
  unsigned texts_read = 0;
  Slot error;
  bool error_told = false;
  std::uint64_t members = 0;
  const At behind = object(at, [&](const Key& key, At value) noexcept -> At {
    const std::string_view name = as_text(key.text);
    ++members;
    if (name == tensors && !listed) {
      listed = true;
      return list(value, true);
    }
    if (name == "outputs" && role_ == Role::request && !wanted) {
      wanted = true;
      return list(value, false);
    }
    if (name == "parameters" && !configured) {
      configured = true;
      return parameters(value, nullptr);
    }
    if (const unsigned bit = text_bit(name) & ~texts_read; bit != 0) {
      texts_read |= bit;
      return optional_text(value);
    }
    const At end = skip(value);
    if (name == "error" && role_ == Role::response && error.begin == nullptr) {
      error = {value, end};
      error_told = type_at(value) == Json::string;
    }
    return end;
  });
  if (behind == nullptr || listed) return behind;
  bool on = true;
  if (error.begin == nullptr || members != 1) {
    on = require_member(false, role_ == Role::request ? Member::inputs : Member::outputs, at);
  } else if (!error_told) {
    const auto string = static_cast<std::uint64_t>(Json::string);
    on = tell(Phase::members, rule<"kserve/member-type">, error.begin, error.length(), string, {}, "error");
  } else {
    on = tell(Phase::members, rule<"kserve/error-response">, error.begin, error.length(), {}, {}, "error");
  }
  return on ? behind : nullptr;
}

// id, model_name and model_version.
At Walk::optional_text(At at) noexcept {
  const Json type = type_at(at);
  if (type != Json::string && type != Json::null) return wrong_type(Json::string, at);
  const At behind = skip(at);
  if (behind == nullptr || type == Json::string || role_ == Role::response) return behind;
  const auto length = static_cast<std::uint64_t>(behind - at);
  return tell(Phase::members, rule<"kserve/null-member">, at, length) ? behind : nullptr;
}

At Walk::list(At at, bool tensors) noexcept {
  if (type_at(at) != Json::array) return wrong_type(Json::array, at);
  const std::uint64_t first = key_count_;
  bool any = false;
  const auto element = [&](At value) noexcept -> At {
    any = true;
    Key name;
    name.index = top().number;
    const At end = type_at(value) != Json::object ? wrong_type(Json::object, value)
                   : tensors                      ? tensor(value, name)
                                                  : requested(value, name);
    return end == nullptr || (name.at != nullptr && !push_key(name)) ? nullptr : end;
  };
  const At behind = array(at, element, [&] { return unique(first, Phase::members, rule<"kserve/duplicate-name">); });
  if (behind == nullptr || any || !tensors || role_ == Role::response) return behind;
  return tell(Phase::members, rule<"kserve/inputs-empty">, at, static_cast<std::uint64_t>(behind - at)) ? behind
                                                                                                        : nullptr;
}

At Walk::name(At at, Key& name, bool& named) noexcept {
  if (type_at(at) != Json::string) return wrong_type(Json::string, at);
  const At behind = string(at, name);
  if (behind == nullptr) return nullptr;
  named = true;
  if (std::ranges::find(name.text, std::byte{0}) == name.text.end()) return behind;
  const auto length = static_cast<std::uint64_t>(behind - at);
  return tell(Phase::members, rule<"kserve/nul-in-name">, at, length) ? behind : nullptr;
}

At Walk::tensor(At at, Key& named) noexcept {
  Draft draft;
  draft.object = at;
  const At behind = object(at, [&](const Key& key, At value) noexcept -> At {
    if (as_text(key.text) == "name" && named.at == nullptr && !draft.seen_name) {
      draft.seen_name = true;
      const At end = name(value, named, draft.named);
      draft.name = named.text;
      return end;
    }
    return member_of_tensor(draft, key, value);
  });
  if (behind == nullptr) return nullptr;
  draft.object_size = static_cast<std::uint64_t>(behind - at);
  return finish(draft) ? behind : nullptr;
}

// Of members that stand twice, which is a finding of its own, the first is read.
At Walk::member_of_tensor(Draft& draft, const Key& key, At at) noexcept {
  const std::string_view name = as_text(key.text);
  At behind = nullptr;
  Slot* slot = nullptr;
  if (name == "shape" && draft.shape.begin == nullptr) {
    slot = &draft.shape;
    behind = type_at(at) == Json::array ? shape(at, draft) : wrong_type(Json::array, at);
  } else if (name == "datatype" && draft.datatype.begin == nullptr) {
    slot = &draft.datatype;
    behind = type_at(at) == Json::string ? datatype(at, draft) : wrong_type(Json::string, at);
  } else if (name == "parameters" && draft.parameters.begin == nullptr) {
    slot = &draft.parameters;
    behind = parameters(at, &draft);
  } else if (name == "data" && draft.data.begin == nullptr) {
    slot = &draft.data;
    behind = data(at, draft);
  } else {
    return skip(at);
  }
  *slot = {at, behind};
  return behind;
}

At Walk::requested(At at, Key& named) noexcept {
  bool read = false;
  bool seen_name = false;
  bool configured = false;
  const At behind = object(at, [&](const Key& key, At value) noexcept -> At {
    if (as_text(key.text) == "name" && !seen_name) {
      seen_name = true;
      return name(value, named, read);
    }
    if (as_text(key.text) == "parameters" && !configured) {
      configured = true;
      return parameters(value, nullptr);
    }
    return skip(value);
  });
  if (behind == nullptr) return nullptr;
  return require_member(seen_name, Member::name, at) ? behind : nullptr;
}

At Walk::parameters(At at, Draft* draft) noexcept {
  if (type_at(at) != Json::object) return wrong_type(Json::object, at);
  return object(at, [&](const Key& key, At value) noexcept -> At {
    const std::string_view name = as_text(key.text);
    const Json type = type_at(value);
    const At behind = skip(value);
    if (behind == nullptr) return nullptr;
    const Slot slot{value, behind};
    const bool scalar = type == Json::string || type == Json::number || type == Json::boolean;
    bool on = true;
    if ((name == "binary_data" || name == "binary_data_output") && type != Json::boolean) {
      on = tell(Phase::members, rule<"kserve/parameter-flag">, value, slot.length());
    } else if (!scalar) {
      on = tell(Phase::members, rule<"kserve/parameter-type">, value, slot.length(), static_cast<std::uint64_t>(type));
    }
    if (draft != nullptr && name == "binary_data_size" && draft->size.begin == nullptr) {
      draft->size = slot;
      draft->size_told = !scalar;
      if (type == Json::number) size(slot, *draft);
    }
    if (draft != nullptr && name == "shared_memory_region" && draft->shared.begin == nullptr) {
      draft->shared = slot;
      draft->shared_told = !scalar;
    }
    return on ? behind : nullptr;
  });
}

}  // namespace hallmark::kserve
