// SPDX-License-Identifier: Apache-2.0
// The peers that are C and C++ libraries, our decoders among them, and the floors.
//
//   hallmark_bench_peers PEER [ARGUMENT...] WORK FILE       speaks the protocol of ../README.md
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <optional>

#include "benchmarks/peers/native/work.hpp"

namespace {

using namespace hallmark::benchmarks;

std::uint64_t nanoseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_usec) * 1000U;
}

// Processor time of this process and of the programs that it started.
std::uint64_t processor_time() {
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<std::uint64_t>(own.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(own.tv_nsec) +
         nanoseconds(children.ru_utime) + nanoseconds(children.ru_stime);
}

// passes prints the nanoseconds of so many passes, of the processor and by the clock, and the peak memory of programs.
void passes(const PeerWork& work, std::optional<std::uint64_t>& count, std::uint64_t number) {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t cpu = processor_time();
  const auto start = Clock::now();
  for (std::uint64_t i = 0; i < number; ++i) {
    const std::uint64_t each = work.pass();
    if (count.value_or(each) != each) throw Refused("passes do not agree");
    count = each;
  }
  const std::chrono::nanoseconds wall = Clock::now() - start;
  const auto total = processor_time() - cpu;
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  std::cout << total << ' ' << wall.count();
  if (children.ru_maxrss != 0) std::cout << ' ' << children.ru_maxrss * 1024;
  std::cout << std::endl;
}

void serve(const Peer& peer, const PeerWork& work) {
  std::cout << "loaded " << peer.version << std::endl;
  std::optional<std::uint64_t> count;
  for (std::string command; std::cin >> command;) {
    if (command == "check") {
      std::cout << work.answer() << std::endl;
    } else if (std::uint64_t number = 0; command == "run" && std::cin >> number) {
      passes(work, count, number);
    } else {
      throw Refused("unknown command " + command);
    }
  }
}

int run(const std::vector<std::string>& words) {
  std::vector<Peer> peers;
  for (const auto add : {add_hallmark, add_floors, add_programs, add_libbson, add_json_libraries}) add(peers);
  for (const Peer& peer : peers) {
    if (words.size() < 3 || words[0] != peer.name) continue;
    serve(peer, peer.make({words.begin() + 1, words.end() - 2}, words[words.size() - 2], words.back()));
    return 0;
  }
  std::cerr << "usage: hallmark_bench_peers PEER [ARGUMENT...] WORK FILE\n";
  return 4;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cout << "cannot " << error.what() << std::endl;
    return 2;
  }
}
