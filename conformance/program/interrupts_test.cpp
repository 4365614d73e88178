// SIGINT, SIGTERM and SIGHUP: what is known is written, and the exit code says that it is not all.
#include "conformance/program/interrupts.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/validation.hpp"

using namespace hallmark::program_testing;

namespace {

// Waiting is a `hallmark validate` that reads from a named pipe, `slow`, to which nothing is written yet.
class Waiting {
 public:
  Waiting(const Folder& folder, std::vector<std::string> arguments, int ignored = 0) : folder_(folder) {
    const std::string pipe = folder.path("slow");
    if (!fs::exists(pipe) && mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    child_ = fork();
    if (child_ == 0) become(arguments, ignored);
    // Opening waits until the program reads.
    pipe_ = open(pipe.c_str(), O_WRONLY);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    if (pipe_ != -1) close(pipe_);
  }

  // ended sends a signal and returns how the program ended.
  Finished ended(int signal) {
    kill(child_, signal);
    return finished();
  }
  Finished finished() {
    int status = 0;
    while (waitpid(child_, &status, 0) == -1 && errno == EINTR) {
    }
    Finished result;
    if (WIFEXITED(status)) result.exit = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    result.out = folder_.read("out");
    result.err = folder_.read("err");
    return result;
  }
  void send(int signal) const { kill(child_, signal); }
  void put(const std::string& bytes) {
    (void)!write(pipe_, bytes.data(), bytes.size());
    close(pipe_);
    pipe_ = -1;
  }

 private:
  [[noreturn]] void become(std::vector<std::string>& arguments, int ignored) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, signal == ignored ? SIG_IGN : SIG_DFL);
    if (chdir(folder_.path().c_str()) != 0) _exit(125);
    dup2(open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    alarm(60);
    std::vector<char*> words{const_cast<char*>("hallmark"), const_cast<char*>("validate")};
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    execv(HALLMARK_BINARY_DIR "/hallmark", words.data());
    _exit(126);
  }

  const Folder& folder_;
  pid_t child_ = -1;
  int pipe_ = -1;
};

}  // namespace

TEST_CASE("an interrupted validation writes what is known and says that it was interrupted") {
  const Folder folder;
  folder.write("a", bad_input());
  folder.write("b", good_input());
  struct Row {
    int signal;
    int exit;
  };
  for (const Row& row : {Row{SIGINT, 130}, Row{SIGTERM, 143}, Row{SIGHUP, 143}}) {
    CAPTURE(row.signal);
    const auto interrupted = [&](const std::string& form) {
      return Waiting(folder, {"-j", "1", "--report", form, "a", "b", "slow"}).ended(row.signal);
    };
    const Finished text = interrupted("text");
    CHECK(text.exit == row.exit);
    CHECK(text.out.find("a:13: error: ") == 0);
    CHECK(text.out.find("\ninterrupted; 2 inputs: 1 valid, 1 invalid; 1 error\n") != std::string::npos);
    CHECK(text.err == "hallmark: interrupted after 2 of 3 inputs\n");

    const Finished whole = interrupted("json");
    CHECK(whole.exit == row.exit);
    const Json report = parsed(whole.out);
    CHECK(breach(report, "validation.schema.json") == "");
    CHECK(report.at("status") == "interrupted");
    CHECK(report.at("inputs").size() == 2);
    CHECK(report.at("summary").at("inputs") == 2);
    const auto read = hallmark::reports::validation_from(report);
    CHECK_FALSE(read.complete);
    CHECK(hallmark::reports::to_json(read) == report);

    const Finished lines = interrupted("ndjson");
    CHECK(lines.exit == row.exit);
    CHECK(parsed_lines(lines.out).size() == 2);
    CHECK(lines.out.back() == '\n');
    CHECK(lines.err == text.err);
  }
}

TEST_CASE("a signal that comes twice at once is one interrupt; one that comes later ends the program") {
  for (const bool later : {false, true}) {
    CAPTURE(later);
    const pid_t child = fork();
    if (child == 0) {
      for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
      hallmark::program::watch_for_interrupts();
      std::raise(SIGTERM);
      if (later) std::this_thread::sleep_for(std::chrono::seconds(3));
      std::raise(SIGINT);
      const bool noted = hallmark::program::interrupted();
      _exit(noted ? static_cast<int>(hallmark::program::exit_of_interrupt()) : 0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(
        (later ? WIFSIGNALED(status) && WTERMSIG(status) == SIGINT : WIFEXITED(status) && WEXITSTATUS(status) == 143));
  }
}

TEST_CASE("what waits behind a slow input is written, too") {
  const Folder folder;
  folder.write("z", bad_input());
  for (const auto& [form, shown] : {std::pair("text", "z:13:"), std::pair("json", "\"path\":\"z\"")}) {
    Waiting waiting(folder, {"-j", "2", "--report", form, "slow", "z"});
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const Finished finished = waiting.ended(SIGINT);
    CHECK(finished.exit == 130);
    CHECK(finished.out.find(shown) != std::string::npos);
    if (form == std::string("json")) CHECK(parsed(finished.out).at("inputs").size() == 1);
  }
}

TEST_CASE("an interrupt outranks a full disk and a closed report") {
  const Folder folder;
  folder.write("a", bad_input());
  const Finished full = Waiting(folder, {"-j", "1", "-o", "/dev/full", "a", "slow"}).ended(SIGTERM);
  CHECK(full.exit == 143);
  CHECK(full.err == "hallmark: cannot write to /dev/full: No space left on device\n");
}

TEST_CASE("a signal that was ignored from the start stays ignored") {
  const Folder folder;
  Waiting waiting(folder, {"slow"}, SIGHUP);
  waiting.send(SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  waiting.put(good_input());
  const Finished finished = waiting.finished();
  CHECK(finished.exit == 0);
  CHECK(finished.out == "1 input: 1 valid\n");
}
