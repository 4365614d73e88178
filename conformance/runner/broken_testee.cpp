// A testee with selectable faults, for tests of the runner. Otherwise it answers like the reference.
//   broken_testee MODE [N]     shows the fault MODE from the Nth run on (default 1)
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

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

// On a run request, once it is time. False: answer as the reference does.
bool misbehave(const std::string& mode, const Json& request, const Json& honest) {
  const Json seq = request["seq"];
  if (mode == "accept") {
    say_line({{"seq", seq}, {"result", "accepted"}, {"value", Json::object()}});
  } else if (mode == "accept-without-value") {
    say_line({{"seq", seq}, {"result", "accepted"}});
  } else if (mode == "reject") {
    say_line({{"seq", seq}, {"result", "rejected"}, {"error", {{"message", "no"}}}});
  } else if (mode == "wrong-value" && honest["result"] == "accepted") {
    Json changed = honest;
    changed["value"]["padding"] = 7;
    say_line(changed);
  } else if (mode == "wrong-bytes" && honest["result"] == "encoded") {
    Json changed = honest;
    changed["output"]["base64"] = "AwA=";
    say_line(changed);
  } else if (mode == "fail") {
    say_line({{"seq", seq}, {"result", "failed"}, {"message", "the adapter broke"}});
  } else if (mode == "lack") {
    say_line({{"seq", seq}, {"result", "unsupported"}, {"reason", "claimed, but not there"}});
  } else if (mode == "crash") {
    std::fputs("about to crash\n", stderr);
    ::raise(SIGSEGV);
  } else if (mode == "exit") {
    ::_exit(0);
  } else if (mode == "exit-with-line") {
    say_line(honest);
    ::_exit(0);
  } else if (mode == "die-mid-reply") {
    say(honest.dump().substr(0, 10));
    ::raise(SIGKILL);
  } else if (mode == "hang") {
    sleep_for_ever();
  } else if (mode == "garbage") {
    say("what?\n");
  } else if (mode == "not-an-object") {
    say("[1, 2, 3]\n");
  } else if (mode == "deep") {
    Json deep = honest;
    deep["value"] = 0;
    std::string line = deep.dump();
    line.insert(line.rfind(":0") + 1, std::string(1000000, '['));
    say(line.substr(0, line.size() - 1) + std::string(1000000, ']') + "}\n");
  } else if (mode == "many-members") {
    std::string line = "{\"seq\":1";
    for (int i = 0; i < 1000000; ++i) line += ",\"" + std::to_string(i) + "\":0";
    say(line + "}\n");
  } else if (mode == "oversize") {
    const std::string piece(std::size_t{1} << 20, 'x');
    for (;;) say(piece);
  } else if (mode == "wrong-seq") {
    Json changed = honest;
    changed["seq"] = 1000;
    say_line(changed);
  } else if (mode == "wrong-type") {
    Json changed = honest;
    changed["result"] = 5;
    say_line(changed);
  } else if (mode == "twice") {
    say(honest.dump() + "\n" + honest.dump() + "\n");
  } else if (mode == "close-output") {
    ::close(STDOUT_FILENO);
    sleep_for_ever();
  } else if (mode == "allocate") {
    use_memory();
  } else if (mode == "allocate-in-child") {
    if (::fork() == 0) {
      use_memory();
      sleep_for_ever();
    }
    sleep_for_ever();
  } else if (mode == "flood-errors") {
    const std::string piece(std::size_t{64} << 10, 'e');
    for (int i = 0; i < 64; ++i) std::fwrite(piece.data(), 1, piece.size(), stderr);
    say_line(honest);
  } else if (mode == "flood-errors-for-ever") {
    const std::string piece(std::size_t{64} << 10, 'e');
    for (;;) std::fwrite(piece.data(), 1, piece.size(), stderr);
  } else if (mode == "split") {
    for (const char c : honest.dump() + "\n") {
      say(std::string(1, c));
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  } else if (mode == "leave-grandchild") {
    if (::fork() == 0) sleep_for_ever();  // keeps all pipes open
    ::_exit(3);
  } else if (mode == "zombies") {
    for (int i = 0; i < 20; ++i) {
      if (::fork() == 0) ::_exit(0);
    }
    say_line(honest);
  } else {
    return false;
  }
  return true;
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
    } else if (!due || !misbehave(run_mode, request, Json::parse(honest.line))) {
      say(honest.line + "\n");
    }
  }
  if (mode == "stay") sleep_for_ever();
  return 0;
}
