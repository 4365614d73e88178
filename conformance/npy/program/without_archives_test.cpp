// SPDX-License-Identifier: Apache-2.0
// npz in a build without libzip: it is known, and what is missing is said.
#include "conformance/archive/zip_file.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE_METHOD(InFolder, "npz: a build without libzip says so") {
  const std::string file = hallmark::archive::zip_file({{"x.npy", ""}});
  folder.write("a.npz", file);
  folder.write("other", file);
  for (const std::string name : {"a.npz", "other", "a.npz:x.npy"}) {
    expect(run_in(folder, "validate " + name), 2, {name + ": error: cannot read the archive: this build", "libzip"});
  }
}
