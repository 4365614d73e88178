// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/examiner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "conformance/compression/gzip.hpp"
#include "conformance/examine/all_rules.hpp"
#include "conformance/examine/companions.hpp"
#include "conformance/examine/cut.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/examine/foreign.hpp"
#include "conformance/examine/layouts.hpp"
#include "conformance/examine/rules.hpp"
#include "conformance/examine/skip.hpp"
#include "reports/format_list.hpp"

namespace hallmark::conformance {
namespace {

// Memory that is kept from one compressed input to the next.
constexpr std::uint64_t largest_kept = std::uint64_t{16} << 20;

void set_error(reports::InputReport& report, reports::InputVerdict verdict, reports::Diagnostic diagnostic) {
  report.verdict = verdict;
  report.diagnostics.assign(1, std::move(diagnostic));
}

void unreadable(reports::InputReport& report, const std::string& reason) {
  auto diagnostic = reports::describe({&rule<"hallmark/unreadable">, 0, 0, {}, {}, ""}, Severity::error, "");
  diagnostic.message += ": " + reason;
  report.size = 0;
  set_error(report, reports::InputVerdict::unreadable, std::move(diagnostic));
}

// People often recognise a format by its first bytes.
std::string first_bytes(Bytes input) {
  if (input.empty()) return "it is empty";
  std::string text = "it starts with";
  for (const std::byte byte : input.first(std::min<std::size_t>(input.size(), 8))) {
    fmt::format_to(std::back_inserter(text), " {:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
}

void unknown_format(reports::InputReport& report, Bytes input) {
  auto diagnostic = reports::describe({&rule<"hallmark/unknown-format">, 0, 0, {}, {}, ""}, Severity::error, "");
  const std::string_view foreign = foreign_format(input);
  diagnostic.message = foreign.empty() ? fmt::format("{}: {}", diagnostic.message, reports::format_list())
                                       : fmt::format("this is {}; that is none of the formats that Hallmark checks: {}",
                                                     foreign, reports::format_list());
  diagnostic.message += "; " + first_bytes(input);
  set_error(report, reports::InputVerdict::unreadable, std::move(diagnostic));
}

void too_large(reports::InputReport& report, std::uint64_t limit) {
  set_error(report, reports::InputVerdict::limited,
            reports::describe({&rule<"hallmark/max-alloc">, 0, 0, limit + 1, limit, ""}, Severity::error, ""));
}

void damaged(reports::InputReport& report, const compression::Unzipped& unzipped) {
  auto diagnostic = reports::describe({&rule<"hallmark/gzip">, unzipped.at, 0, {}, {}, ""}, Severity::error, "");
  diagnostic.message += fmt::format(": {}, at byte {} of the compressed file", unzipped.damage, unzipped.at);
  set_error(report, reports::InputVerdict::unreadable, std::move(diagnostic));
}

void cannot_unpack(reports::InputReport& report, std::string_view what, const std::string& why) {
  auto diagnostic = reports::describe({&rule<"hallmark/zip">, 0, 0, {}, {}, ""}, Severity::error, "");
  diagnostic.message = fmt::format("cannot read the {}: {}", what, why);
  report.size = 0;
  set_error(report, reports::InputVerdict::unreadable, std::move(diagnostic));
}

void take(Examination& examination, reports::InputReport& report) {
  report.verdict = reports::input_verdict(examination.verdict);
  // A window that is too short is no limit of the file's.
  const bool cut = std::ranges::any_of(
      examination.diagnostics, [](const auto& one) { return one.rule == hallmark::rule<"hallmark/window">.id; });
  if (cut && examination.verdict == Verdict::limited) report.verdict = reports::InputVerdict::unreadable;
  report.diagnostics = std::move(examination.diagnostics);
  report.scratch = examination.scratch;
  report.more = examination.more;
}

reports::Diagnostic note(const Rule& rule) { return reports::describe({&rule, 0, 0, {}, {}, ""}, Severity::note, ""); }

}  // namespace

reports::InputReport Examiner::examine(const Source& input) {
  reports::InputReport report;
  report.path = input.path;
  const bool automatic = settings_.format == "auto" && !input.standard_input;
  codec_ = format_named(!automatic || !settings_.format_of ? settings_.format : settings_.format_of(input.path));
  if (codec_ != nullptr) report.format = codec_->id;
  walk_.reset();
  members_.reset();
  path_ = input.path;
  around_ = {.path = input.standard_input || input.content ? "" : input.path, .member = ""};
  compressed_ = false;
  if (buffer_.capacity() > largest_kept) buffer_.release();
  bytes_.close();
  content_ = {};
  if (!input.problem.empty()) {
    unreadable(report, input.problem);
  } else {
    guarded(report, [&] { read(input, report); });
  }
  return report;
}

template <class Work>
void Examiner::guarded(reports::InputReport& report, const Work& work) try {
  work();
} catch (const std::bad_alloc&) {
  give_up(report);
}

void Examiner::give_up(reports::InputReport& report) {
  walk_.reset();
  members_.reset();
  codec_ = nullptr;
  unreadable(report, "out of memory");
}

void Examiner::read(const Source& input, reports::InputReport& report) {
  if (input.content) {
    content_ = *input.content;
    return examine_bytes(input, "", report);
  }
  const std::uint64_t limit = settings_.bounds.max_alloc;
  std::string member;
  auto outcome = input.standard_input ? bytes_.read_standard_input(limit) : bytes_.read(input.path, limit);
  if (outcome == InputBytes::Outcome::unreadable && file_of(input.path) != input.path) {
    path_ = file_of(input.path);
    member = input.path.substr(path_.size() + 1);
    outcome = bytes_.read(path_, limit);
  }
  switch (outcome) {
    case InputBytes::Outcome::ok:
      content_ = bytes_.bytes();
      examine_bytes(input, member, report);
      break;
    case InputBytes::Outcome::unreadable: unreadable(report, bytes_.problem()); break;
    case InputBytes::Outcome::too_long: too_large(report, limit); break;
  }
}

void Examiner::examine_bytes(const Source& input, const std::string& member, reports::InputReport& report) {
  const std::string_view path = input.standard_input ? std::string_view() : path_;
  const bool given = codec_ != nullptr;
  if (!decompress(path, report)) return;
  const std::string_view name = compressed_ ? content_name(path) : path;
  if (const Codec* archived = archived_format(bytes(), name, codec_)) {
    codec_ = archived;
    return open_archive(member, report);
  }
  if (!member.empty()) return unreadable(report, "there is no such file, and no such archive");
  judge(name, report);
  remark(name, given, report);
}

// open_archive reports of an archive as a whole where there is something to say; else of its first member.
void Examiner::open_archive(const std::string& member, reports::InputReport& report) {
  report.format = codec_->id;
  report.size = bytes().size();
  members_.emplace(bytes(), *codec_, member);
  codec_ = nullptr;
  content_ = {};
  if (settings_.size || !members_->problem().empty()) {
    cannot_unpack(report, "archive",
                  settings_.size ? "its directory is at its end, and --size has its beginning" : members_->problem());
    members_.reset();
  } else if (members_->remark().empty()) {
    (void)next(report);
  } else {
    report.skipped = members_->skipped();
    report.diagnostics.push_back(note(rule<"hallmark/zip-members">));
    report.diagnostics.back().message = members_->remark();
  }
}

// decompress returns false if the input is in gzip format and cannot be decompressed.
bool Examiner::decompress(std::string_view name, reports::InputReport& report) {
  if (!is_compressed(content_, name, codec_ == nullptr)) return true;
  const compression::Unzipped unzipped = compression::unzip(content_, settings_.bounds.max_alloc, buffer_);
  // Without the name, the first bytes may also be those of a BSON document.
  const bool named = content_name(name).size() != name.size();
  if (unzipped.damage != nullptr && !named && detect(content_, name) != nullptr) return true;
  compressed_ = true;
  content_ = {};
  report.compression = "gzip";
  if (unzipped.too_large) too_large(report, settings_.bounds.max_alloc);
  if (unzipped.damage != nullptr) damaged(report, unzipped);
  if (report.verdict != reports::InputVerdict::valid) return false;
  content_ = unzipped.content;
  return true;
}

void Examiner::judge(std::string_view name, reports::InputReport& report) {
  const Bytes bytes = this->bytes();
  const hallmark::Input input = this->input();
  if (bytes.size() > input.size) {
    return unreadable(report, fmt::format("it has {} bytes, more than --size says", bytes.size()));
  }
  report.size = input.size;
  options_ = settings_.options;
  const bool given = codec_ != nullptr;
  if (!given) codec_ = detect(input, name);
  if (codec_ == nullptr) return unknown_format(report, bytes);
  if (!given) {
    const Choice choice = choose_within(*codec_, input, options_, settings_.bounds);
    codec_ = choice.codec;
    if (choice.alternative != nullptr) report.alternative = choice.alternative->id;
  }
  report.format = codec_->id;
  if (is_framed(*codec_)) options_.header_length = settings_.header_length;
  if (holds_messages(*codec_, bytes) && input.whole()) {
    walk_.emplace(bytes, given ? codec_ : nullptr, options_, settings_.bounds);
    (void)next(report);
    return;
  }
  Examination examination = conformance::examine(*codec_, input, options_, settings_.bounds, around_);
  report.cut = explain_cut(*codec_, input, options_, settings_.bounds, examination);
  take(examination, report);
  answer_again(report, input);
  if (report.alternative) {
    report.diagnostics.push_back(
        reports::describe({&ambiguous_layout, 0, input.size, {}, {}, ""}, Severity::warning, ""));
  }
}

// answer_again adds what the compat profile says, where strict does not take the input. What that profile does not
// tolerate is certain already; what it does may hide something else.
void Examiner::answer_again(reports::InputReport& report, hallmark::Input judged) const {
  using reports::InputVerdict;
  if (options_.profile == Profile::compat || report.verdict == InputVerdict::valid ||
      report.verdict == InputVerdict::unreadable) {
    return;
  }
  const bool tolerable = std::ranges::all_of(report.diagnostics, [](const reports::Diagnostic& diagnostic) {
    const Rule* rule = rule_named(all_rules(), diagnostic.rule);
    return diagnostic.severity != Severity::error || (rule != nullptr && rule->compat);
  });
  Options compat = options_;
  compat.profile = Profile::compat;
  Bounds bounds = settings_.bounds;
  bounds.data = false;
  report.compat = tolerable ? reports::input_verdict(conformance::examine(*codec_, judged, compat, bounds).verdict)
                            : report.verdict;
}

// remark adds what a user should know about the input as a whole.
void Examiner::remark(std::string_view name, bool given, reports::InputReport& report) {
  if (codec_ == nullptr) return;
  if (input().size == 0) report.diagnostics.push_back(note(rule<"hallmark/empty">));
  if (report.verdict != reports::InputVerdict::invalid) return;
  if (!report.diagnostics.empty()) {
    reports::Diagnostic& first = report.diagnostics.front();
    constexpr std::uint64_t longest_mark = 16;
    const bool from_the_start = first.offset < longest_mark && foreign_kind(bytes()) != codec_->family;
    const std::string_view other = from_the_start ? foreign_format(bytes()) : left_by_a_download(bytes());
    if (!other.empty()) first.message += fmt::format("; this is {}", other);
  }
  if (given) return;
  const std::string_view doubt = conformance::doubt(bytes(), name);
  if (doubt.empty()) return;
  reports::Diagnostic diagnostic = note(rule<"hallmark/other-program">);
  diagnostic.message += fmt::format(": it {}", doubt);
  report.diagnostics.push_back(std::move(diagnostic));
}

bool Examiner::next(reports::InputReport& report) {
  bool found = walk_ || members_;
  guarded(report, [&] { found = walk_ ? next_message(report) : members_ && next_member(report); });
  return found;
}

bool Examiner::next_message(reports::InputReport& report) {
  report = {};
  report.path = path_;
  if (!walk_->next()) return false;
  const http::Message& message = walk_->message();
  codec_ = walk_->codec();
  options_ = walk_->options();
  report.format = codec_->id;
  report.size = message.end - message.offset;
  report.message = message.index;
  if (compressed_) report.compression = "gzip";
  take(walk_->examination(), report);
  if (!message.whole) report.verdict = reports::InputVerdict::unreadable;
  answer_again(report, message.body);
  return true;
}

bool Examiner::next_member(reports::InputReport& report) {
  report = {};
  content_ = {};
  codec_ = nullptr;
  if (!members_->next()) return false;
  const archive::Entry& entry = members_->entry();
  report.path = path_ + ":" + entry.name;
  report.member = entry.name;
  report.format = members_->codec().id;
  if (compressed_) report.compression = "gzip";
  if (entry.unsupported != nullptr) {
    set_error(report, reports::InputVerdict::unsupported,
              reports::describe({&rule<"hallmark/zip-method">, 0, 0, {}, {}, ""}, Severity::error, ""));
    report.diagnostics.back().message += fmt::format(": {}", entry.unsupported);
    return true;
  }
  const archive::Content content = members_->read(settings_.bounds.max_alloc);
  if (content.too_large) too_large(report, settings_.bounds.max_alloc);
  if (!content.damage.empty()) cannot_unpack(report, "member", content.damage);
  if (report.verdict != reports::InputVerdict::valid) return true;
  content_ = content.bytes;
  codec_ = &members_->codec();
  around_ = {.path = "", .member = entry.name, .before = &members_->before()};
  judge("", report);
  remark("", true, report);
  return true;
}

bool Examiner::confirm(reports::InputReport& report) {
  if (bytes_.intact()) return true;
  unreadable(report, bytes_.problem());
  return false;
}

}  // namespace hallmark::conformance
