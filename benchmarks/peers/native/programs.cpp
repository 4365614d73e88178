// SPDX-License-Identifier: Apache-2.0
// Programs: each pass starts one with the file as its last argument, and waits for it.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benchmarks/peers/native/work.hpp"

namespace hallmark::benchmarks {
namespace {

// The exit status of a program whose output is thrown away.
std::uint64_t status_of(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int failed = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(process, &status, 0) != process || !WIFEXITED(status)) {
    throw Refused(words[0] + " does not run to its end");
  }
  return static_cast<std::uint64_t>(WEXITSTATUS(status));
}

}  // namespace

void add_programs(std::vector<Peer>& peers) {
  peers.push_back(
      {"run", "", [](std::vector<std::string> words, const std::string&, const std::string& path) -> PeerWork {
         words.push_back(path);
         return {[words] { return status_of(words); }, [words] { return answer_of({{"exit", status_of(words)}}); }};
       }});
}

}  // namespace hallmark::benchmarks
