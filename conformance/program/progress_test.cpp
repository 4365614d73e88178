// The progress bar: on a terminal's standard error, in files and bytes, and nowhere else.
#include "conformance/program/progress.hpp"

#include <sys/stat.h>

#include <cstdlib>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE("bytes have the unit that people read") {
  using hallmark::program::with_unit;
  CHECK(with_unit(0) == "0 bytes");
  CHECK(with_unit(1) == "1 byte");
  CHECK(with_unit(1023) == "1023 bytes");
  CHECK(with_unit(1024) == "1.0 KiB");
  CHECK(with_unit(1536) == "1.5 KiB");
  CHECK(with_unit((1 << 20) - 1) == "1.0 MiB");
  CHECK(with_unit(std::uint64_t{5} << 30) == "5.0 GiB");
  CHECK(with_unit(UINT64_MAX) == "16.0 EiB");
}

TEST_CASE("slow work shows a bar on a terminal, removes it, and shows none elsewhere") {
  if (std::system("command -v script > /dev/null") != 0) {
    WARN("skipped: the program `script` is not installed");
    return;
  }
  const Folder folder;
  folder.write("d/good"_file, good_input());
  REQUIRE(mkfifo(folder.path("slow").c_str(), 0600) == 0);
  const std::string go = "cd '" + folder.path() + "' && { { sleep 1.5; cat d/good*; } > slow & } && ";
  const std::string validate = "NO_COLOR=1 " HALLMARK_BINARY_DIR "/hallmark validate -j 1 d slow";
  const auto on_terminal = [&](const std::string& command) {
    return run_line(go + "script -qec '" + command + "' /dev/null < /dev/null").text;
  };
  const std::string shown = on_terminal("stty cols 100; " + validate);
  CAPTURE(shown);
  CHECK(shown.find("\r\x1b[Kvalidate [##############################] 1/2 files, 33 bytes of 33 bytes") !=
        std::string::npos);
  CHECK(shown.ends_with("\r\x1b[K2 inputs: 2 valid\r\n"));
  // No wider than the terminal, or it could not be removed.
  CHECK(on_terminal("stty cols 20; " + validate).find("\r\x1b[Kvalidate [#########\r\x1b[K") != std::string::npos);
  CHECK(on_terminal(validate + " --quiet").find("validate [") == std::string::npos);
  CHECK(on_terminal(validate + " 2> err").find("validate [") == std::string::npos);
  CHECK(fs::file_size(folder.path("err")) == 0);
}
