// SPDX-License-Identifier: Apache-2.0
// In place of messages.cpp in a build with HALLMARK_HTTP=OFF: no file of messages is read, and each is said to be one.
#include "conformance/http/messages.hpp"
#include "conformance/http/rules.hpp"

namespace hallmark::http {
namespace {

constexpr Rule not_built = [] {
  Rule not_read = rule<"http/message">;
  not_read.message = "HTTP messages are not supported by this build of hallmark";
  not_read.expected = "";
  not_read.fix = "Use a build with HALLMARK_HTTP=ON, or check the body alone.";
  return not_read;
}();

}  // namespace

bool Messages::next(Message& message, DiagnosticSink& sink) {
  if (over_) return false;
  over_ = true;
  message = {.end = file_.size(), .role = role_of(file_).value_or(Role::request)};
  Findings findings(settings_.profile, &sink);
  findings.condemns(not_built, 0, file_.size(), "head", {}, {});
  message.verdict = findings.verdict();
  return true;
}

}  // namespace hallmark::http
