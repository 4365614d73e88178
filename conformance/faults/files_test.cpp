// SPDX-License-Identifier: Apache-2.0
// Inputs that are no readable files, or no longer what they were when they were found.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <thread>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

void bind_socket(const std::string& path) {
  const int file = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof address.sun_path);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  REQUIRE(bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  close(file);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "what is no readable file is reported with the reason, and the others are judged") {
  folder.write("a", good_input());
  folder.write("z", bad_input());
  struct Row {
    std::string name;
    std::function<void(const std::string&)> make;
    std::string reason;
  };
  const Row rows[] = {
      {"missing", [](const std::string&) {}, "No such file or directory"},
      {"socket", bind_socket, "No such device or address"},
      {"pipe", [](const std::string& path) { REQUIRE(mkfifo(path.c_str(), 0600) == 0); },
       "nothing has opened this pipe for writing"},
      {"dangling", [](const std::string& path) { fs::create_symlink("nowhere", path); }, "No such file or directory"},
      {"loop", [](const std::string& path) { fs::create_symlink("loop", path); }, "Too many levels of symbolic links"},
      {"a/x", [](const std::string&) {}, "Not a directory"},
      {std::string(300, 'n'), [](const std::string&) {}, "File name too long"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    row.make(folder.path(row.name));
    const Finished finished = run({"validate", "--report", "json", "a", row.name, "z"}, here);
    CHECK(finished.exit == 1);  // z; it outranks what could not be read
    const Json report = parsed(finished.out);
    CHECK(report.at("summary").at("valid") == 1);
    CHECK(report.at("summary").at("invalid") == 1);
    const Json& input = report.at("inputs").at(1);
    CHECK(input.at("path") == row.name);
    CHECK(input.at("verdict") == "unreadable");
    CHECK(input.at("diagnostics").at(0).at("message") == "cannot read the input: " + row.reason);
    CHECK(run({"validate", "a", row.name}, here).exit == 2);
  }
}

TEST_CASE("a file that changes between being found and being read is judged as it is then, and so are the others") {
  struct Row {
    const char* what;
    std::function<void(const std::string&)> change;
    const char* verdict;
  };
  const Row rows[] = {
      {"vanishes", [](const std::string& path) { fs::remove(path); }, "unreadable"},
      {"becomes shorter", [](const std::string& path) { fs::resize_file(path, 20); }, "invalid"},
      {"becomes empty", [](const std::string& path) { fs::resize_file(path, 0); }, "valid"},
      {"becomes a folder", [](const std::string& path) { fs::remove(path), fs::create_directory(path); }, "unreadable"},
      {"becomes a dangling link",
       [](const std::string& path) { fs::remove(path), fs::create_symlink("nowhere", path); }, "unreadable"},
      {"becomes a longer file", [](const std::string& path) { fs::resize_file(path, 1 << 21); }, "invalid"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    const Folder folder;
    const std::string changes = folder.write("m"_file, good_input());
    folder.write("z"_file, good_input());
    const std::string pipe = folder.path("a"_file);
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    Finished finished;
    std::thread program([&] {
      finished =
          run({"validate", "-j", "1", "--report", "json", "a"_file, "m"_file, "z"_file}, {.folder = folder.path()});
    });
    // The program opens the pipe once it has found all inputs, and waits for its end.
    const int end = open(pipe.c_str(), O_WRONLY);
    row.change(changes);
    const std::string good = good_input();
    CHECK(write(end, good.data(), good.size()) == static_cast<ssize_t>(good.size()));
    close(end);
    program.join();
    const Json report = parsed(finished.out);
    CHECK(finished.signal == 0);
    const Json& inputs = report.at("inputs");
    CHECK(inputs.at(0).at("verdict") == "valid");
    CHECK(inputs.at(1).at("verdict") == row.verdict);
    CHECK(inputs.at(2).at("verdict") == "valid");
  }
}
