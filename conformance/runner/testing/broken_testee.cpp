// SPDX-License-Identifier: Apache-2.0
// A testee with selectable faults, for tests of the runner. Otherwise it answers like the reference.
//   broken_testee MODE [N]     shows the fault MODE from the Nth run on (default 1)
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/runner/reference.hpp"
#include "conformance/testing/example.hpp"
#include "reports/diagnostic.hpp"

namespace {

using hallmark::reports::Json;

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void flood_errors(int pieces) {
  const std::string piece(std::size_t{64} << 10, 'e');
  for (int i = 0; i != pieces; ++i) std::fwrite(piece.data(), 1, piece.size(), stderr);
}

void say_line(const Json& reply) { say(reply.dump() + "\n"); }

// use_memory touches memory up to 8 GiB, or until it is killed.
void use_memory() {
  constexpr std::size_t piece = std::size_t{16} << 20;
  for (std::size_t total = 0; total < (std::size_t{8} << 30); total += piece) std::memset(std::malloc(piece), 1, piece);
}

// once says true the first time.
bool once() {
  static bool done = false;
  return !std::exchange(done, true);
}

void segfault() { ::raise(SIGSEGV); }

void say_many_members() {
  std::string line = "{\"seq\":1";
  for (int i = 0; i < 1000000; ++i) line += ",\"" + std::to_string(i) + "\":0";
  say(line + "}\n");
}

// Memory that is given back before the answer, and so fast that no poll of the runner sees it.
void use_memory_for_a_moment() {
  constexpr std::size_t size = std::size_t{64} << 20;
  constexpr int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE;
  ::munmap(::mmap(nullptr, size, PROT_READ | PROT_WRITE, how, -1, 0), size);
}

void in_child(void (*act)()) {
  if (::fork() != 0) return;
  act();
  ::_exit(0);
}

// escape runs `act` in a process that has left the session and the group, and whose parent has ended.
void escape(void (*act)()) {
  const pid_t between = ::fork();
  if (between == 0) {
    ::setsid();
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::signal(signal, SIG_IGN);
    in_child(act);
    ::_exit(0);
  }
  ::waitpid(between, nullptr, 0);
}

// Each process of the chain ends as soon as it has a child. The chain ends by itself after a minute.
void fork_for_a_minute() {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (std::chrono::steady_clock::now() < until && ::fork() == 0) {
  }
}

// Replies in place of the honest one; they have its number.
const std::map<std::string_view, Json> replies = {
    {"accept", {{"result", "accepted"}, {"value", Json::object()}}},
    {"accept-without-value", {{"result", "accepted"}}},
    {"reject", {{"result", "rejected"}, {"error", {{"message", "no"}}}}},
    {"reject-unexpectedly", {{"result", "rejected"}, {"error", {{"message", "KeyError: 0"}, {"unexpected", true}}}}},
    {"wrong-type-of-unexpected", {{"result", "rejected"}, {"error", {{"message", "no"}, {"unexpected", "yes"}}}}},
    {"fail", {{"result", "failed"}, {"message", "the adapter broke"}}},
    {"lack", {{"result", "unsupported"}, {"reason", "listed as a capability, but missing"}}},
};

// Members of the honest reply that are changed, where its result is as given or none is given.
struct Change {
  const char* result;
  Json patch;
};
const std::map<std::string_view, Change> changes = {
    {"wrong-value", {"accepted", {{"value", {{"padding", 7}}}}}},
    {"wrong-bytes", {"encoded", {{"output", {{"base64", "AwA="}}}}}},
    {"wrong-type-of-added", {"encoded", {{"added", true}}}},
    {"wrong-seq", {nullptr, {{"seq", 1000}}}},
    {"wrong-type", {nullptr, {{"result", 5}}}},
};

// What is written to standard output before the honest reply; without it where `alone`, and once or each time.
struct Noise {
  const char* text;
  bool alone = false;
  bool once = false;
};
const std::map<std::string_view, Noise> noises = {
    {"garbage", {"what?\n", true}},
    {"not-an-object", {"[1, 2, 3]\n", true}},
    {"log-line", {"loading tables\n"}},
    {"log-line-once", {"loading tables\n", false, true}},
    {"log-lines-once", {"one\n{\"two\": 2}\n\nfour\n", false, true}},
    {"log-line-instead-once", {"what?\n", true, true}},
};

// What is done before the honest reply, or instead of it where the process then ends or sleeps.
struct Deed {
  void (*act)();
  void (*end)() = [] {};
};
const std::map<std::string_view, Deed> deeds = {
    // Replies without end, or too large to be read.
    {"many-members", {say_many_members, sleep_for_ever}},
    {"oversize", {[] {
       const std::string piece(std::size_t{1} << 20, 'x');
       for (;;) say(piece);
     }}},
    // Processes that end, hang, or take too much.
    {"crash", {[] { std::fputs("about to crash\n", stderr); }, segfault}},
    {"exit", {[] { ::_exit(0); }}},
    {"hang", {sleep_for_ever}},
    {"close-output", {[] { ::close(STDOUT_FILENO); }, sleep_for_ever}},
    {"allocate", {use_memory, sleep_for_ever}},
    {"allocate-for-a-moment", {use_memory_for_a_moment}},
    {"allocate-in-child", {[] { in_child(use_memory); }, sleep_for_ever}},
    {"flood-errors", {[] { flood_errors(64); }}},
    {"flood-errors-for-ever", {[] { flood_errors(-1); }}},
    {"leave-grandchild", {[] { in_child(sleep_for_ever); }, [] { ::_exit(3); }}},  // which keeps all pipes open
    {"zombies", {[] {
       for (int i = 0; i < 20; ++i) in_child([] {});
     }}},
    {"escape", {[] { escape(sleep_for_ever); }}},
    {"escape-and-allocate", {[] { escape(use_memory); }, sleep_for_ever}},
    {"escape-and-fork", {[] { escape(fork_for_a_minute); }}},
    {"escape-and-crash", {[] { escape(sleep_for_ever); }, segfault}},
    // The process that watches this one. Only this one is found without it.
    {"kill-parent", {[] { ::kill(::getppid(), SIGKILL); }, sleep_for_ever}},
};

// The honest reply, in a way of its own.
const std::map<std::string_view, void (*)(const Json&)> ways = {
    {"reverse-data",
     [](const Json& honest) {
       Json changed = honest;
       if (changed["result"] == "accepted" && changed["value"]["data"].contains("base64")) {
         Json& data = changed["value"]["data"]["base64"];
         std::vector<std::byte> bytes = hallmark::conformance::from_base64(data.get<std::string>());
         std::reverse(bytes.begin(), bytes.end());
         data = hallmark::conformance::to_base64(bytes);
       }
       say_line(changed);
     }},
    {"deep",
     [](const Json& honest) {
       Json changed = honest;
       changed["value"] = 0;
       std::string line = changed.dump();
       line.insert(line.rfind(":0") + 1, std::string(1000000, '['));
       say(line.substr(0, line.size() - 1) + std::string(1000000, ']') + "}\n");
     }},
    {"twice", [](const Json& honest) { say(honest.dump() + "\n" + honest.dump() + "\n"); }},
    {"split",
     [](const Json& honest) {
       for (const char c : honest.dump() + "\n") {
         say(std::string(1, c));
         std::this_thread::sleep_for(std::chrono::microseconds(200));
       }
     }},
    {"exit-with-line",
     [](const Json& honest) {
       say_line(honest);
       ::_exit(0);
     }},
    {"die-mid-reply",
     [](const Json& honest) {
       say(honest.dump().substr(0, 10));
       ::raise(SIGKILL);
     }},
};

void reply(const std::string& mode, Json honest) {
  if (const auto other = replies.find(mode); other != replies.end()) {
    const Json seq = std::exchange(honest, other->second)["seq"];
    honest["seq"] = seq;
  }
  if (const auto change = changes.find(mode); change != changes.end()) {
    const auto& [result, patch] = change->second;
    if (result == nullptr || honest["result"] == result) honest.merge_patch(patch);
  }
  if (const auto noise = noises.find(mode); noise != noises.end() && (!noise->second.once || once())) {
    say(noise->second.text);
    if (noise->second.alone) return;
  }
  if (const auto deed = deeds.find(mode); deed != deeds.end()) {
    deed->second.act();
    deed->second.end();
  }
  if (const auto way = ways.find(mode); way != ways.end()) return way->second(honest);
  say_line(honest);
}

bool misbehave_at_start(const std::string& mode, const Json& request) {
  const std::string command = request.value("cmd", "");
  if (command == "hello") {
    if (mode == "no-hello") {
      std::fputs("no such library\n", stderr);
      ::_exit(1);
    }
    if (mode == "hang-at-hello") sleep_for_ever();
    if (mode == "garbage-at-hello") return say("hello yourself\n"), true;
    if (mode == "log-line-at-hello") say("loading tables\n");
    if (mode == "other-protocol") return say_line({{"protocol", 2}}), true;
    if (mode == "verdict-only") {
      say_line(
          {{"protocol", 1},
           {"implementation", {{"name", "shy"}, {"version", "1"}}},
           {"capabilities",
            {{{"format", hallmark::testing::example::second}, {"ops", {"decode"}}, {"features", {"verdict-only"}}}}}});
      return true;
    }
  }
  if (command == "hallmark-probe" && mode == "yes-man") {
    return say_line({{"seq", 0}, {"result", "accepted"}, {"value", Json::object()}}), true;
  }
  if (command == "hallmark-probe" && mode == "crash-at-probe") ::_exit(1);
  if (command == "hallmark-probe" && mode == "log-line-at-probe") say("ready\n");
  if (command == "stop" && mode == "stay") sleep_for_ever();
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  std::string mode = argc > 1 ? argv[1] : "";
  const int from = argc > 2 ? std::atoi(argv[2]) : 1;
  if (mode == "hang" || mode == "stay") {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::signal(signal, SIG_IGN);
  }
  int runs = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const Json request = Json::parse(line);
    if (misbehave_at_start(mode, request)) continue;
    const hallmark::runner::Reply honest = hallmark::runner::reference_reply(line, "1");
    if (honest.stop) return 0;
    Json answer = Json::parse(honest.line);
    const bool due = request["cmd"] == "run" && ++runs >= from;
    // One that gives no values judges as the reference does.
    if (mode == "verdict-only" && answer.contains("value")) answer.erase("value");
    reply(due ? mode : "", std::move(answer));
  }
  if (mode == "stay") sleep_for_ever();
  return 0;
}
