// The members of a message: their names, their types, which there must be.
#include <algorithm>

#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t number_of(Json type) noexcept { return static_cast<std::uint64_t>(type); }

}  // namespace

bool Walk::wrong_type(Json wanted, std::uint64_t at, std::uint64_t length) noexcept {
  return report(rule<"kserve/member-type">, at, length, number_of(wanted));
}

bool Walk::wrong_null(Json wanted, const JsonToken& value) noexcept {
  return report(rule<"kserve/null-member">, value, number_of(wanted));
}

bool Walk::require_member(bool there, Member which, const JsonToken& object) noexcept {
  if (there) return true;
  const auto number = static_cast<std::uint64_t>(which);
  return report(rule<"kserve/member-missing">, object.begin, 1, number, {}, member(number).data());
}

bool Walk::check_message() noexcept {
  const std::uint64_t members = tape_[0].count;
  const std::uint32_t end = tape_.enter(0);
  for (std::uint32_t i = 1; i != end; i = tape_.after(i)) {
    tape_.stand(i);
    if (!check_member(i)) return false;
  }
  tape_.leave(end);
  return list_ != 0 || check_without_list(members);
}

// Of members with one name, which are a finding of their own, the first is read.
bool Walk::check_member(std::uint32_t member) noexcept {
  const JsonToken& token = tape_[member];
  Members none;
  if (is_first(member, list_of(role_), list_)) return check_list(member, true);
  if (role_ == Role::request && is_first(member, "outputs", wanted_)) return check_list(member, false);
  if (is_first(member, "parameters", configured_)) {
    return check_parameters(member, none, role_ == Role::request ? "binary_data_output" : "");
  }
  // In a request the address names the model, not a member.
  const bool response = role_ == Role::response;
  if (is_first(member, "id", texts_[0]) ||
      (response && (is_first(member, "model_name", texts_[1]) || is_first(member, "model_version", texts_[2])))) {
    if (token.kind == JsonKind::null && !response) return wrong_null(Json::string, token);
    return token.kind == JsonKind::string || token.kind == JsonKind::null ||
           wrong_type(Json::string, token.begin, token.size);
  }
  if (response) (void)is_first(member, "error", error_);
  return true;
}

// A message without a list of tensors may be an error response: a member `error` alone.
bool Walk::check_without_list(std::uint64_t members) noexcept {
  if (error_ == 0) {
    return require_member(false, role_ == Role::request ? Member::inputs : Member::outputs, tape_[0]);
  }
  const JsonToken& error = tape_[error_];
  if (members != 1) return report(rule<"kserve/error-members">, error, {}, {}, "error");
  if (error.kind != JsonKind::string) {
    return report(rule<"kserve/member-type">, error, number_of(Json::string), {}, "error");
  }
  return report(rule<"kserve/error-response">, error, {}, {}, "error");
}

bool Walk::check_list(std::uint32_t list, bool tensors) noexcept {
  const JsonToken& token = tape_[list];
  if (token.kind != JsonKind::array) return wrong_type(Json::array, token.begin, token.size);
  std::uint64_t objects = 0;
  for (std::uint32_t i = list + 1; i != token.match; i = tape_.after(i)) {
    objects += tape_[i].kind == JsonKind::object && tape_[i].match != i + 1 ? 1 : 0;
  }
  const std::span<Members> members = scratch_.room<Members>(objects);
  if (tensors) members_ = members;
  Scratch borrowed = scratch_;
  const std::span<Bytes> names = borrowed.room<Bytes>(objects);
  if (names.size() != objects || members.size() != objects) return exhausted(token.begin);
  const std::span<std::byte> left = borrowed.rest<std::byte>();
  std::span<std::byte> room = left;
  std::size_t named = 0;
  std::size_t object = 0;
  const std::uint32_t count = token.count;
  const std::uint32_t end = tape_.enter(list);
  const bool on = tape_.each_entry(list, end, count, [&](TextCursor at, std::uint64_t size, std::uint32_t entry) {
    if (entry == JsonTape::none || tape_[entry].kind != JsonKind::object) {
      if (!wrong_type(Json::object, offset(at), size)) return false;
    } else {
      Members found;
      Bytes name;
      if (!check_object(entry, tensors, found, name, room)) return false;
      if (tape_[entry].match != entry + 1) members[object++] = found;
      if (name.data() != nullptr) names[named++] = name;
    }
    tape_.pass();
    return true;
  });
  if (!on) return false;
  (void)borrowed.room<std::byte>(left.size() - room.size());
  if (tensors) named_ = named;
  if (!check_names(list, members.data(), names.first(named), borrowed)) return false;
  tape_.leave(end);
  return count != 0 || !tensors || role_ == Role::response || report(rule<"kserve/inputs-empty">, token);
}

// Equal names are reported at the end of their list.
bool Walk::check_names(std::uint32_t list, const Members* members, std::span<const Bytes> names,
                       Scratch& borrowed) noexcept {
  const auto name_at = [names](std::uint32_t index) { return names[index]; };
  const auto same = find_same_names(names.size(), name_at, borrowed);
  if (!same) return exhausted(tape_[list].begin);
  std::uint32_t entry = list + 1;
  std::uint64_t named = 0;
  tape_.stand_at(0);
  for (std::uint64_t i = 0; i < same->size();) {
    const JsonToken& token = tape_[entry];
    const std::uint32_t next = tape_.after(entry);
    const JsonToken& name = tape_[token.kind == JsonKind::object && next != entry + 1 ? members++->name : 0];
    if (name.kind == JsonKind::string && named++ == (*same)[i].later) {
      if (!report(rule<"kserve/duplicate-name">, name, {}, {}, "name")) return false;
      ++i;
    }
    tape_.pass(token.kind == JsonKind::run ? token.count : 1);
    entry = next;
  }
  return true;
}

// A tensor, or what a request wants back.
[[gnu::always_inline]] inline bool Walk::check_object(std::uint32_t object, bool tensor, Members& members, Bytes& name,
                                                      std::span<std::byte>& room) noexcept {
  const std::uint32_t end = tape_.enter(object);
  for (std::uint32_t i = object + 1; i != end; i = tape_.after(i)) {
    tape_.stand(i);
    const JsonToken& token = tape_[i];
    const auto wants = [&](Json type, bool right) { return right || wrong_type(type, token.begin, token.size); };
    bool on = true;
    if (is_first(i, "name", members.name)) {
      on = check_name(token, name, room);
    } else if (is_first(i, "parameters", members.parameters)) {
      on = check_parameters(i, members, tensor ? "" : "binary_data");
    } else if (!tensor) {
      continue;
    } else if (is_first(i, "shape", members.shape)) {
      on = wants(Json::array, token.kind == JsonKind::array);
    } else if (is_first(i, "datatype", members.datatype)) {
      on = wants(Json::string, token.kind == JsonKind::string);
    } else if (is_first(i, "data", members.data)) {
      on = wants(Json::array, token.kind == JsonKind::array || token.kind == JsonKind::null);
    }
    if (!on) return false;
  }
  tape_.leave(end);
  const JsonToken& token = tape_[object];
  return require_member(members.name != 0, Member::name, token) &&
         (!tensor || (require_member(members.shape != 0, Member::shape, token) &&
                      require_member(members.datatype != 0, Member::datatype, token)));
}

[[gnu::always_inline]] inline bool Walk::check_name(const JsonToken& value, Bytes& name,
                                                    std::span<std::byte>& room) noexcept {
  if (value.kind != JsonKind::string) return wrong_type(Json::string, value.begin, value.size);
  if (!read_text(value, room, name)) return false;
  // Only an escape makes a NUL.
  if (!value.escaped || as_text(name).find('\0') == std::string_view::npos) return true;
  return report(rule<"kserve/nul-in-name">, value);
}

bool Walk::check_parameters(std::uint32_t member, Members& members, std::string_view flag) noexcept {
  const JsonToken& parameters = tape_[member];
  if (parameters.kind == JsonKind::null) return wrong_null(Json::object, parameters);
  if (parameters.kind != JsonKind::object) return wrong_type(Json::object, parameters.begin, parameters.size);
  const std::uint32_t end = tape_.enter(member);
  for (std::uint32_t i = member + 1; i != end; i = tape_.after(i)) {
    tape_.stand(i);
    const JsonToken& token = tape_[i];
    (void)(is_first(i, "binary_data_size", members.size) || is_first(i, "shared_memory_region", members.shared));
    bool on = true;
    if (token.kind == JsonKind::null || token.nests()) {
      on = report(rule<"kserve/parameter-type">, token, static_cast<std::uint64_t>(token.kind));
    } else if (!flag.empty() && token.kind != JsonKind::boolean && tape_.is(token, flag)) {
      on = report(rule<"kserve/parameter-flag">, token);
    }
    if (!on) return false;
  }
  tape_.leave(end);
  return true;
}

}  // namespace hallmark::kserve
