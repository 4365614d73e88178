#include "conformance/program/testing/support.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "conformance/testing/catch.hpp"

namespace hallmark::program_testing {
namespace {

constexpr unsigned patience_seconds = 60;
constexpr uid_t nobody = 65534;
constexpr const char* program = HALLMARK_BINARY_DIR "/hallmark";

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

void redirect(const std::string& path, int flags, int to) {
  const int file = open(path.c_str(), flags, 0666);
  if (file == -1) _exit(125);
  dup2(file, to);
  close(file);
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const How& how, const Folder& scratch, int unread) {
  std::vector<char*> words{const_cast<char*>(program)};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  redirect(how.input_file.empty() ? scratch.path("in") : how.input_file, O_RDONLY, STDIN_FILENO);
  redirect(how.output.empty() ? scratch.path("out") : how.output, O_WRONLY | O_CREAT, STDOUT_FILENO);
  redirect(scratch.path("err"), O_WRONLY | O_CREAT, STDERR_FILENO);
  if (unread != -1) dup2(unread, STDOUT_FILENO);
  for (const int stream : how.closed) close(stream);
  for (const std::string& variable : how.environment) putenv(const_cast<char*>(variable.c_str()));
  if (!how.folder.empty() && chdir(how.folder.c_str()) != 0) _exit(125);
  if (how.unprivileged && geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(125);
  const rlimit memory{how.memory, how.memory};
  if (how.memory != 0 && setrlimit(RLIMIT_DATA, &memory) != 0) _exit(125);
  for (const auto& [resource, most] : how.limits) {
    const rlimit limit{most, most};
    if (setrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) != 0) _exit(125);
  }
  alarm(patience_seconds);
  execv(program, words.data());
  _exit(126);
}

}  // namespace

Finished run(const std::vector<std::string>& arguments, const How& how) {
  const Folder scratch;
  scratch.write("in", how.input);
  int pipe_ends[2] = {-1, -1};
  if (how.closed_pipe) {
    if (pipe(pipe_ends) != 0) throw std::runtime_error("no pipe");
    close(pipe_ends[0]);
  }
  const pid_t child = fork();
  if (child == -1) throw std::runtime_error("cannot fork");
  if (child == 0) become(arguments, how, scratch, pipe_ends[1]);
  if (pipe_ends[1] != -1) close(pipe_ends[1]);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) == -1 && errno == EINTR) {
  }
  Finished finished;
  finished.peak = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  if (WIFEXITED(status)) finished.exit = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  finished.out = content(scratch.path("out"));
  finished.err = content(scratch.path("err"));
  return finished;
}

Ran run_line(const std::string& line) {
  std::FILE* pipe = popen(("{ " + line + "\n} 2>&1").c_str(), "re");
  if (pipe == nullptr) throw std::runtime_error("no shell");
  Ran ran;
  char part[4096];
  while (const std::size_t got = std::fread(part, 1, sizeof part, pipe)) ran.text.append(part, got);
  const int status = pclose(pipe);
  ran.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

Ran run_in(const Folder& folder, const std::string& words) {
  return run_line("cd '" + folder.path() + "' && '" HALLMARK_BINARY_DIR "/hallmark' " + words);
}

void expect(const Ran& ran, int exit, std::string_view shown) {
  CHECK(ran.exit == exit);
  const bool found = ran.text.find(shown) != std::string::npos;
  if (!found) UNSCOPED_INFO("not in it: " << shown << "\n" << ran.text.substr(0, 2000));
  CHECK(found);
}

Json parsed(const std::string& text) { return Json::parse(text); }

std::vector<Json> parsed_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

namespace {

std::string word(std::size_t value) {
  std::string out;
  for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

}  // namespace

std::string bytes(std::string_view literal) { return std::string(literal); }

std::string document(const std::string& elements) { return word(elements.size() + 5) + elements + '\0'; }

std::string binary(const std::string& key, const std::string& payload) {
  return '\x05' + key + '\0' + word(payload.size()) + '\x09' + payload;
}

std::string good_bson() {
  using namespace std::string_literals;
  return document(binary("a", "\x03\x00\x01\xff"s)) + document(binary("b", "\x10\x03\xf8"s));
}

std::string bad_bson() {
  using namespace std::string_literals;
  return document(binary("a", "\x03\x07\x01"s));
}

std::string three_faults() {
  using namespace std::string_literals;
  return document(binary("a", "\x03\x07\x01\xff\x7f"s) + binary("bits", "\x10\x09\xff\xf8"s) +
                  binary("c", "\x27\x00\x61\x62\x63"s) + "\x02s\0\x02\0\0\0a\0"s);
}

std::string unsupported_bson() {
  using namespace std::string_literals;
  return document(binary("a", "\x55\x00\x01"s));
}

std::string warning_bson() {
  using namespace std::string_literals;
  return document("\x04x\0"s + document("\x0a"s + "1\0"s));
}

std::string deep_bson(int levels) {
  using namespace std::string_literals;
  std::string inside = document("");
  for (int i = 0; i < levels; ++i) inside = document("\x03"s + "d\0"s + inside);
  return inside;
}

}  // namespace hallmark::program_testing
