// SPDX-License-Identifier: Apache-2.0
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
#include <sstream>
#include <stdexcept>

#include "conformance/testing/catch.hpp"

namespace hallmark::program_testing {

const char* const program = HALLMARK_BINARY_DIR "/hallmark";

namespace {

constexpr unsigned patience_seconds = 60;
constexpr uid_t nobody = 65534;

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

Finished run(const Words& arguments, const How& how) {
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
  finished.out = scratch.read("out");
  finished.err = scratch.read("err");
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
  return run_line("cd '" + folder.path() + "' && '" + program + "' " + words);
}

void expect(const Ran& ran, int exit, const Parts& shown) {
  CHECK(ran.exit == exit);
  for (const std::string_view part : shown) {
    const bool found = ran.text.find(part) != std::string::npos;
    if (!found) UNSCOPED_INFO("not in it: " << part << "\n" << ran.text.substr(0, 2000));
    CHECK(found);
  }
}

void expect(const Finished& finished, int exit, const Parts& shown) {
  expect({finished.signal == 0 ? finished.exit : 128 + finished.signal, finished.out + finished.err}, exit, shown);
}

void expect_all(const std::vector<Line>& lines, const std::function<Ran(const std::string&)>& run) {
  for (const Line& line : lines) {
    INFO(line.words);
    expect(run(line.words), line.exit, line.shown);
  }
}

const std::string& example_corpus() {
  static const Folder folder;
  static const std::string path = [] {
    for (const std::string_view name :
         {std::string_view("version.json"), example::codec().family, example::codec(example::second).family}) {
      fs::create_symlink(fs::path(HALLMARK_SOURCE_DIR "/corpus") / name, folder.path(std::string(name)));
    }
    return folder.path();
  }();
  return path;
}

Ran run_with_example(const Folder& folder, const std::string& words) {
  return run_in(folder, "--corpus '" + example_corpus() + "' " + words);
}

std::string inspected(const std::string& path, const conformance::ExaminerSettings& settings,
                      const show::InspectionStyle& style) {
  show::PrintedText shown;
  conformance::Examiner examiner(settings);
  show::Inspection inspection(style, settings.bounds.max_alloc, shown);
  reports::InputReport report = examiner.examine({.path = path, .problem = ""});
  do {
    inspection.show(examiner, report);
  } while (examiner.next(report));
  return shown.text;
}

void write_many(const Folder& folder, const std::string& in, int count, std::string_view bytes) {
  for (int i = 0; i < count; ++i) folder.write(example::file(in + "/" + std::to_string(i)), bytes);
}

Json validated(const Words& arguments, const How& how) {
  const Finished finished = run(Words{"validate", "--report", "ndjson"} + arguments, how);
  CAPTURE(arguments, finished.out, finished.err);
  const std::vector<Json> lines = parsed_lines(finished.out);
  REQUIRE_FALSE(lines.empty());
  CHECK(breach(lines.front(), "input.schema.json") == "");
  return lines.front();
}

Json parsed(const std::string& text) { return Json::parse(text); }

std::vector<Json> parsed_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace hallmark::program_testing
