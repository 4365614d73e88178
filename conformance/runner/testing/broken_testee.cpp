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
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/runner/reference.hpp"
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

void say_line(const Json& reply) { say(reply.dump() + "\n"); }

// use_memory touches memory up to 8 GiB, or until it is killed.
void use_memory() {
  constexpr std::size_t piece = std::size_t{16} << 20;
  for (std::size_t total = 0; total < (std::size_t{8} << 30); total += piece) std::memset(std::malloc(piece), 1, piece);
}

// A fault is shown instead of the honest reply to a run request.
using Fault = void (*)(const Json& honest);

// Replies that are well formed and wrong.

void reply(const Json& honest, Json rest) {
  rest["seq"] = honest["seq"];
  say_line(rest);
}

void accept(const Json& honest) { reply(honest, {{"result", "accepted"}, {"value", Json::object()}}); }
void accept_without_value(const Json& honest) { reply(honest, {{"result", "accepted"}}); }
void reject(const Json& honest) { reply(honest, {{"result", "rejected"}, {"error", {{"message", "no"}}}}); }
void reject_unexpectedly(const Json& honest) {
  reply(honest, {{"result", "rejected"}, {"error", {{"message", "KeyError: 0"}, {"unexpected", true}}}});
}
void fail(const Json& honest) { reply(honest, {{"result", "failed"}, {"message", "the adapter broke"}}); }
void lack(const Json& honest) {
  reply(honest, {{"result", "unsupported"}, {"reason", "listed as a capability, but missing"}});
}
void wrong_value(const Json& honest) {
  Json changed = honest;
  if (changed["result"] == "accepted") changed["value"]["padding"] = 7;
  say_line(changed);
}
void reverse_data(const Json& honest) {
  Json changed = honest;
  if (changed["result"] == "accepted" && changed["value"]["data"].contains("base64")) {
    Json& data = changed["value"]["data"]["base64"];
    std::vector<std::byte> bytes = hallmark::conformance::from_base64(data.get<std::string>());
    std::reverse(bytes.begin(), bytes.end());
    data = hallmark::conformance::to_base64(bytes);
  }
  say_line(changed);
}
void wrong_bytes(const Json& honest) {
  Json changed = honest;
  if (changed["result"] == "encoded") changed["output"]["base64"] = "AwA=";
  say_line(changed);
}

// Replies that break the protocol.

void garbage(const Json&) { say("what?\n"); }
void not_an_object(const Json&) { say("[1, 2, 3]\n"); }
void deep(const Json& honest) {
  Json changed = honest;
  changed["value"] = 0;
  std::string line = changed.dump();
  line.insert(line.rfind(":0") + 1, std::string(1000000, '['));
  say(line.substr(0, line.size() - 1) + std::string(1000000, ']') + "}\n");
}
void many_members(const Json&) {
  std::string line = "{\"seq\":1";
  for (int i = 0; i < 1000000; ++i) line += ",\"" + std::to_string(i) + "\":0";
  say(line + "}\n");
}
void oversize(const Json&) {
  const std::string piece(std::size_t{1} << 20, 'x');
  for (;;) say(piece);
}
void wrong_seq(const Json& honest) {
  Json changed = honest;
  changed["seq"] = 1000;
  say_line(changed);
}
void wrong_type(const Json& honest) {
  Json changed = honest;
  changed["result"] = 5;
  say_line(changed);
}
void wrong_type_of_unexpected(const Json& honest) {
  reply(honest, {{"result", "rejected"}, {"error", {{"message", "no"}, {"unexpected", "yes"}}}});
}
void wrong_type_of_added(const Json& honest) {
  Json changed = honest;
  if (changed["result"] == "encoded") changed["added"] = true;
  say_line(changed);
}
void twice(const Json& honest) { say(honest.dump() + "\n" + honest.dump() + "\n"); }
void log_line(const Json& honest) { say("loading tables\n" + honest.dump() + "\n"); }
void log_line_once(const Json& honest) {
  static bool logged = false;
  if (!std::exchange(logged, true)) return log_line(honest);
  say_line(honest);
}
void log_lines_once(const Json& honest) {
  static bool logged = false;
  if (!std::exchange(logged, true)) say("one\n{\"two\": 2}\n\nfour\n");
  say_line(honest);
}
void log_line_instead_once(const Json& honest) {
  static bool logged = false;
  if (!std::exchange(logged, true)) return say("what?\n");
  say_line(honest);
}
void split(const Json& honest) {
  for (const char c : honest.dump() + "\n") {
    say(std::string(1, c));
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

// Processes that end, hang, or take too much.

void crash(const Json&) {
  std::fputs("about to crash\n", stderr);
  ::raise(SIGSEGV);
}
void exit_at_once(const Json&) { ::_exit(0); }
void exit_with_line(const Json& honest) {
  say_line(honest);
  ::_exit(0);
}
void die_mid_reply(const Json& honest) {
  say(honest.dump().substr(0, 10));
  ::raise(SIGKILL);
}
void hang(const Json&) { sleep_for_ever(); }
void close_output(const Json&) {
  ::close(STDOUT_FILENO);
  sleep_for_ever();
}
void allocate(const Json&) { use_memory(); }
// Memory that is given back before the answer, and so fast that no poll of the runner sees it.
void allocate_for_a_moment(const Json& honest) {
  constexpr std::size_t size = std::size_t{64} << 20;
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  ::munmap(memory, size);
  say_line(honest);
}
void allocate_in_child(const Json&) {
  if (::fork() == 0) use_memory();
  sleep_for_ever();
}
void flood_errors(const Json& honest) {
  const std::string piece(std::size_t{64} << 10, 'e');
  for (int i = 0; i < 64; ++i) std::fwrite(piece.data(), 1, piece.size(), stderr);
  say_line(honest);
}
void flood_errors_for_ever(const Json&) {
  const std::string piece(std::size_t{64} << 10, 'e');
  for (;;) std::fwrite(piece.data(), 1, piece.size(), stderr);
}
void leave_grandchild(const Json&) {
  if (::fork() == 0) sleep_for_ever();  // keeps all pipes open
  ::_exit(3);
}
void zombies(const Json& honest) {
  for (int i = 0; i < 20; ++i) {
    if (::fork() == 0) ::_exit(0);
  }
  say_line(honest);
}

// escape runs `act` in a process that has left the session and the group, and whose parent has ended.
template <class Act>
void escape(const Act& act) {
  const pid_t between = ::fork();
  if (between == 0) {
    ::setsid();
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::signal(signal, SIG_IGN);
    if (::fork() == 0) act();
    ::_exit(0);
  }
  ::waitpid(between, nullptr, 0);
}
void escape_and_sleep(const Json& honest) {
  escape(sleep_for_ever);
  say_line(honest);
}
void escape_and_allocate(const Json&) {
  escape(use_memory);
  sleep_for_ever();
}
// Each process of the chain ends as soon as it has a child. The chain ends by itself after a minute.
void escape_and_fork(const Json& honest) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  escape([&] {
    while (std::chrono::steady_clock::now() < until && ::fork() == 0) {
    }
  });
  say_line(honest);
}
void escape_and_crash(const Json&) {
  escape(sleep_for_ever);
  ::raise(SIGSEGV);
}
// The process that watches this one. Only this one is found without it.
void kill_parent(const Json&) {
  ::kill(::getppid(), SIGKILL);
  sleep_for_ever();
}

constexpr std::pair<std::string_view, Fault> faults[] = {
    {"accept", accept},
    {"accept-without-value", accept_without_value},
    {"reject", reject},
    {"reject-unexpectedly", reject_unexpectedly},
    {"fail", fail},
    {"lack", lack},
    {"wrong-value", wrong_value},
    {"reverse-data", reverse_data},
    {"wrong-bytes", wrong_bytes},
    {"garbage", garbage},
    {"not-an-object", not_an_object},
    {"deep", deep},
    {"many-members", many_members},
    {"oversize", oversize},
    {"wrong-seq", wrong_seq},
    {"wrong-type", wrong_type},
    {"wrong-type-of-unexpected", wrong_type_of_unexpected},
    {"wrong-type-of-added", wrong_type_of_added},
    {"twice", twice},
    {"log-line", log_line},
    {"log-line-once", log_line_once},
    {"log-lines-once", log_lines_once},
    {"log-line-instead-once", log_line_instead_once},
    {"split", split},
    {"crash", crash},
    {"exit", exit_at_once},
    {"exit-with-line", exit_with_line},
    {"die-mid-reply", die_mid_reply},
    {"hang", hang},
    {"close-output", close_output},
    {"allocate", allocate},
    {"allocate-in-child", allocate_in_child},
    {"allocate-for-a-moment", allocate_for_a_moment},
    {"flood-errors", flood_errors},
    {"flood-errors-for-ever", flood_errors_for_ever},
    {"leave-grandchild", leave_grandchild},
    {"zombies", zombies},
    {"escape", escape_and_sleep},
    {"escape-and-allocate", escape_and_allocate},
    {"escape-and-fork", escape_and_fork},
    {"escape-and-crash", escape_and_crash},
    {"kill-parent", kill_parent},
};

// False: answer as the reference does.
bool misbehave(std::string_view mode, const Json& honest) {
  for (const auto& [name, fault] : faults) {
    if (name == mode) return fault(honest), true;
  }
  return false;
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
      say_line({{"protocol", 1},
                {"implementation", {{"name", "shy"}, {"version", "1"}}},
                {"capabilities", {{{"format", "bson-vector"}, {"ops", {"decode"}}, {"features", {"verdict-only"}}}}}});
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
    const bool due = request["cmd"] == "run" && ++runs >= from;
    const std::string run_mode = mode == "verdict-only" && request["cmd"] == "run" ? "accept-without-value" : mode;
    if (mode == "verdict-only" && due && Json::parse(honest.line)["result"] != "accepted") {
      say(honest.line + "\n");
    } else if (!due || !misbehave(run_mode, Json::parse(honest.line))) {
      say(honest.line + "\n");
    }
  }
  if (mode == "stay") sleep_for_ever();
  return 0;
}
