// SPDX-License-Identifier: Apache-2.0
// Which files of a folder are judged.
#include "conformance/examine/skip.hpp"

#include <algorithm>
#include <string>

#include "codecs/core/manifest.hpp"
#include "conformance/compression/zipped.hpp"
#include "conformance/examine/detect.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::conformance {
namespace {

using namespace std::string_literals;
using namespace testing;

const std::string oinf = "OINF\0broken"s;
const std::string value = "b\x02\x01 i32"s;
const std::string request = "POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}";
const std::string page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html></html>";
const std::string answer = "HTTP/1.1 200 OK\r\nInference-Header-Content-Length: 2\r\n\r\n{}";
const std::string script = "#!/usr/bin/env bpftrace\nBEGIN { exit(); }\n";
const std::string file_bt = "\x10\0\0\0\0\0\0\0"s + std::string(16, ' ');

struct Row {
  std::string name;
  std::string start;
  bool judged;
};

TEST_CASE("skip: a file of a folder is judged for its mark or for a name that one format alone has") {
  const Row rows[] = {
      {"model.bin", oinf, true},
      {"model.bin", "OINF"s, false},
      {"dump", "\x6d\xe2\x99\x81"s, true},
      {"x.txt", oinf, true},
      {"x"_file, "", true},
      {"x.$EXT"_filled, "text", true},
      {"x.kserve", page, true},
      {"x.$ext.txt"_filled, "", false},
      {"notes.txt", "hello", false},
      {"", "", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name, row.start);
    CHECK(reason_to_skip(as_bytes(row.start), row.name, nullptr).empty() == row.judged);
  }
}

TEST_CASE("skip: .in, .out and .data count only with a binary Futhark value at the start") {
  for (const std::string extension : {".in", ".out", ".data", ".OUT"}) {
    CAPTURE(extension);
    for (const std::string& ours : {value, " \n\t" + value, "b\x02"s, oinf}) {
      CHECK(reason_to_skip(as_bytes(ours), "x" + extension, nullptr).empty());
    }
    for (const std::string& other : {""s, "b\x01"s, "[1, 2]"s, "AC_INIT(x)"s,
                                     "\x7f"
                                     "ELF"s,
                                     "-- comment\n" + value}) {
      CAPTURE(other);
      CHECK(reason_to_skip(as_bytes(other), "x" + extension, nullptr) == "does not start with a binary Futhark value");
    }
  }
}

TEST_CASE("skip: a .bt that starts with text is a script") {
  for (const std::string& text : {script, "BEGIN\n{ }"s, "x"s, "12345678\0"s, "\t\r\n     "s}) {
    CAPTURE(text);
    CHECK(reason_to_skip(as_bytes(text), "x.bt", nullptr) == "starts with text, as scripts of bpftrace do");
    CHECK(reason_to_skip(as_bytes(text), "x.bintensors", nullptr).empty());
  }
  for (const std::string& ours : {file_bt, ""s, "1234567\0"s, "1234567\x80"s}) {
    CAPTURE(ours);
    CHECK(reason_to_skip(as_bytes(ours), "x.bt", nullptr).empty());
  }
}

TEST_CASE("skip: an HTTP message counts only if it is an inference") {
  for (const std::string name : {"x.http", "x.txt", "x"}) {
    CAPTURE(name);
    CHECK(reason_to_skip(as_bytes(request), name, nullptr).empty());
    CHECK(reason_to_skip(as_bytes(answer), name, nullptr).empty());
    CHECK(reason_to_skip(as_bytes(page), name, nullptr) == "is an HTTP message, but not an inference");
  }
  CHECK(reason_to_skip(as_bytes("GET /index.html HTTP/1.1\r\n\r\n"), "x.http", nullptr) ==
        "is an HTTP message, but not an inference");
  // Without a start line it is a request, or what other programs keep under this name.
  CHECK(reason_to_skip(as_bytes(" \n{\"inputs\""), "x.http", nullptr).empty());
  CHECK(reason_to_skip({}, "x.http", nullptr).empty());
  for (const char* other : {"<!DOCTYPE html>", "### users\nGET https://example.com\n", "   "}) {
    CHECK_FALSE(reason_to_skip(as_bytes(other), "x.http", nullptr).empty());
  }
}

TEST_CASE("skip: with a given format the names of its family count, and its mark") {
  struct Given {
    const char* format;
    Row row;
  };
  const Given rows[] = {
      {"futhark", {"configure.in", "AC_INIT(x)", true}},
      {"futhark", {"a.out", "", true}},
      {"futhark", {"a"_file, "", false}},
      {"futhark", {"a.bin", oinf, false}},
      {"oinf", {"a.bin", oinf, true}},
      {"oinf", {"a.bin", "x", false}},
      {"bintensors-v0", {"x.bt", script, true}},
      {"bintensors-v1", {"x.bintensors", "", true}},
      {"kserve-response", {"page.http", page, true}},
      {"kserve-request", {"a.kserve", "", true}},
      {example::format, {"a.$ext2"_filled, "", false}},
      {example::format, {"dump", "\x6d\xe2\x99\x81"s, true}},
  };
  for (const auto& [format, row] : rows) {
    CAPTURE(format, row.name);
    CHECK(reason_to_skip(as_bytes(row.start), row.name, codec_named(format)).empty() == row.judged);
  }
}

TEST_CASE("skip: name_suffices says whether bytes are needed at all") {
  for (const Codec* codec : all_codecs()) {
    for (const std::string_view extension : codec->extensions) {
      const auto& shared = manifest::family_of(*codec).shared_extensions;
      const bool unshared = std::ranges::find(shared, extension, &manifest::SharedExtension::extension) == shared.end();
      CAPTURE(extension);
      CHECK(name_suffices("a" + std::string(extension), nullptr) == unshared);
      if (unshared) CHECK(reason_to_skip(as_bytes("text"), "a" + std::string(extension), nullptr).empty());
    }
  }
  for (const char* name : {"a.in", "a.out", "a.data", "a.bt", "a.http", "a.bin", ""}) {
    CHECK_FALSE(name_suffices(name, nullptr));
  }
  CHECK(name_suffices("a.in", codec_named("futhark")));
}

TEST_CASE("doubt: of named files only scripts and messages without inference are doubtful") {
  CHECK(doubt(as_bytes(script), "x.bt") == "starts with text, as scripts of bpftrace do");
  CHECK(doubt(as_bytes(page), "x.http") == "is an HTTP message, but not an inference");
  CHECK(doubt(as_bytes(page), "") == "is an HTTP message, but not an inference");
  for (const std::string& sound :
       {request, answer, "HTTP/1.1 200 OK\r\n\r\n{\"outputs\": 1}"s, "HTTP/1.1 200 OK\r\n"s}) {
    CHECK(doubt(as_bytes(sound), "x.http").empty());
  }
  CHECK(doubt(as_bytes(file_bt), "x.bt").empty());
  CHECK(doubt(as_bytes(script), "x.bintensors").empty());
  CHECK(doubt(as_bytes("AC_INIT"), "configure.in").empty());
}

TEST_CASE("gzip is recognised by the name, or by the first bytes where no name identifies a format") {
  const std::string zip = compression::zipped("x", true);
  struct Compressed {
    std::string name;
    std::string start;
    bool automatic;
    bool compressed;
  };
  const Compressed rows[] = {
      {"a.gz", "", true, true},
      {"a.$ext.GZ"_filled, "text", false, true},
      {"", zip, true, true},
      {"a.bin", zip, true, true},
      {"a.bin", zip, false, false},
      {"a"_file, zip, true, false},
      {"a.out", zip, true, false},
      {"a.bin", "text", true, false},
      {"a.bin", "\x1f\x8b\0\0"s, true, false},
      {"a.bin", "\x1f\x8b\x08\xe0"s, true, false},
  };
  for (const Compressed& row : rows) {
    CAPTURE(row.name, row.automatic);
    CHECK(is_compressed(as_bytes(row.start), row.name, row.automatic) == row.compressed);
  }
  CHECK(content_name("a.$ext.Gz"_filled) == "a"_file);
  CHECK(content_name("a"_file) == "a"_file);
  CHECK(content_name(".gz").empty());
}

}  // namespace
}  // namespace hallmark::conformance
