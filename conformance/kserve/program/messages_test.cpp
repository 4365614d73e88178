// SPDX-License-Identifier: Apache-2.0
// Files of HTTP messages: each message is reported as one input.

#include "conformance/compression/zipped.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

const std::string request = R"({"inputs": [{"name": "a", "shape": [1], "datatype": "UINT8", "data": [7]}]})";
const std::string response = R"({"outputs": [{"name": "a", "shape": [1], "datatype": "UINT8", "data": [7]}]})";

std::string post(const std::string& body, const std::string& fields = "") {
  return "POST /v2/models/m/infer HTTP/1.1\r\n" + fields + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}
std::string answer(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// One line for each input of a report: path, message, format, verdict, findings with part and offset.
std::vector<std::string> shown(const Finished& finished) {
  std::vector<std::string> all;
  const Json report = parsed(finished.out);
  CHECK(breach(report, "validation.schema.json") == "");
  for (const Json& input : report.at("inputs")) {
    std::string line = input.at("path").get<std::string>();
    if (input.contains("message")) line += "[" + input.at("message").dump() + "]";
    line += " " + (input.at("format").is_null() ? "?" : input.at("format").get<std::string>());
    line += " " + input.at("verdict").get<std::string>();
    for (const Json& one : input.at("diagnostics")) {
      line += " " + one.at("rule").get<std::string>() + "@";
      line += one.contains("part") ? one.at("part").get<std::string>() + ":" : "";
      line += one.at("offset").dump();
    }
    all.push_back(line);
  }
  return all;
}

std::vector<std::string> lines_of(const Words& arguments, const How& how) {
  return shown(run(Words{"validate", "--report", "json"} + arguments, how));
}

}  // namespace

TEST_CASE_METHOD(InFolder,
                 "messages: each is an input, with the format of its start line, whatever the file is called") {
  const std::string both = post(request) + answer(response);
  folder.write("a.http", both);
  folder.write("a.bin", both);
  folder.write("b"_file, both);
  for (const std::string& name : Words{"a.http", "a.bin", "b"_file}) {
    CHECK(lines_of({name}, here) ==
          Words{std::string(name) + "[0] kserve-request valid", std::string(name) + "[1] kserve-response valid"});
  }
  const Finished finished = run({"validate", "a.http"}, here);
  CHECK(finished.exit == 0);
  CHECK(finished.out == "2 inputs: 2 valid\n");
  CHECK(parsed_lines(run({"validate", "--report", "ndjson", "a.http"}, here).out).size() == 2);
  CHECK(shown(run({"validate", "--report", "json", "-"}, {.input = both})) ==
        Words{"-[0] kserve-request valid", "-[1] kserve-response valid"});
}

TEST_CASE_METHOD(InFolder, "messages: every report says whether a finding is in the head or the body") {
  const std::string file = post(request + "x") + "HTTP/1.1 200 ?\nX: y\r\n\r\n" + response + "y";
  folder.write("a.http", file);
  const auto in_request = std::to_string(request.size());
  const auto in_response = std::to_string(response.size());
  const auto line_end = std::to_string(post(request + "x").size() + 14);
  CHECK(lines_of({"a.http"}, here) == Words{"a.http[0] kserve-request invalid kserve/trailing-bytes@body:" + in_request,
                                            "a.http[1] kserve-response invalid http/bare-lf@head:" + line_end +
                                                " kserve/trailing-bytes@body:" + in_response});
  const Finished text = run({"validate", "a.http"}, here);
  CHECK(text.exit == 1);
  CHECK(text.out.find("a.http[0]:body:" + in_request + ": error: ") == 0);
  CHECK(text.out.find("\na.http[1]:" + line_end + ": error: ") != std::string::npos);
  CHECK(text.out.find("\na.http[1]:body:" + in_response + ": error: ") != std::string::npos);
  CHECK(text.out.find("}]}x|") != std::string::npos);
  CHECK(text.out.find(" 3f 0a 58 ") != std::string::npos);
  CHECK(text.out.find("\n2 inputs: 2 invalid; 2 readable (compat); 3 errors\n") != std::string::npos);
  // `report html` reads the same report.
  folder.write("report.json", run({"validate", "--report", "json", "a.http"}, here).out);
  CHECK(run({"report", "html", "report.json", "-o", "report"}, here).exit == 0);
  const std::string page = folder.read("report/inputs/1.html");
  CHECK(page.find("a.http[1]") != std::string::npos);
  CHECK(page.find("offset <b>" + in_response + "</b> of the body") != std::string::npos);
  CHECK(page.find("offset <b>" + line_end + "</b> of the file") != std::string::npos);
  CHECK(page.find("x|\n") != std::string::npos);  // the end of the second body
}

TEST_CASE_METHOD(InFolder, "messages: what is missing at the end of a body is not missing at the end of the input") {
  const std::string half = request.substr(0, request.size() - 1);
  folder.write("a.http", post(half) + post(request));
  folder.write("a.kserve", half);
  CHECK(run({"validate", "a.http"}, here).out.find(", the end of the body\n") != std::string::npos);
  CHECK(run({"validate", "a.kserve"}, here).out.find(", the end of the input\n") != std::string::npos);
}

TEST_CASE_METHOD(InFolder,
                 "messages: a format that is named is that of the bodies, and read where there are no messages") {
  folder.write("request", post(request));
  folder.write("response", answer(response));
  folder.write("body", request);
  folder.write("body.http", request);
  folder.write("empty.http", "");
  CHECK(lines_of({"--format", "kserve-request", "request", "body"}, here) ==
        Words{"body kserve-request valid", "request[0] kserve-request valid"});
  CHECK(lines_of({"--format", "kserve-response", "request", "response"}, here) ==
        Words{"request[0] kserve-response invalid kserve/member-missing@body:0", "response[0] kserve-response valid"});
  CHECK(lines_of({"body", "body.http"}, here) == Words{"body kserve-request valid", "body.http kserve-request valid"});
  CHECK(lines_of({"empty.http"}, here).front().find("empty.http kserve-request invalid") == 0);
  // Other formats are never read as messages.
  CHECK(lines_of({"--format", example::format, "request"}, here).front().find("request $format invalid"_filled) == 0);
}

TEST_CASE_METHOD(
    InFolder, "messages: what cannot be taken apart is unreadable, nothing after it is read, and exit codes add up") {
  const std::string good = post(request);
  const std::string at = std::to_string(good.size());
  folder.write("broken.http", good + "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n" + good);
  folder.write("coded.http", post(request, "Content-Encoding: br\r\n") + good);
  folder.write("cut.http", good.substr(0, good.size() - 1));
  folder.write("mixed.http", good + "not HTTP");
  CHECK(lines_of({"broken.http"}, here) == Words{"broken.http[0] kserve-request valid",
                                                 "broken.http[1] kserve-request unreadable http/message@head:" + at});
  const Finished text = run({"validate", "broken.http"}, here);
  CHECK(text.exit == 2);
  CHECK(text.out.find("broken.http[1]:" + at + ": error: ") == 0);
  CHECK(text.out.find("reading stopped after 36 bytes") != std::string::npos);
  CHECK(text.out.find("\n  help: Copy the message again") != std::string::npos);
  CHECK(lines_of({"coded.http"}, here) == Words{"coded.http[0] kserve-request unsupported http/content-coding@head:52",
                                                "coded.http[1] kserve-request valid"});
  CHECK(run({"validate", "coded.http"}, here).exit == 2);
  CHECK(lines_of({"cut.http"}, here) ==
        Words{"cut.http[0] kserve-request invalid http/body-truncated@head:" + std::to_string(good.size() - 1)});
  CHECK(run({"validate", "cut.http"}, here).exit == 1);
  CHECK(lines_of({"mixed.http"}, here) ==
        Words{"mixed.http[0] kserve-request valid", "mixed.http[1] kserve-request unreadable http/message@head:" + at});
  CHECK(run({"inspect", "mixed.http"}, here).exit == 2);
}

TEST_CASE_METHOD(InFolder,
                 "messages: with binary data the length of the JSON must be sent, which compat does not need") {
  const std::string json =
      R"({"inputs": [{"name": "a", "shape": [1], "datatype": "UINT8", "parameters": {"binary_data_size": 1}}]})";
  const std::string nothing =
      R"({"inputs": [{"name": "a", "shape": [0], "datatype": "UINT8", "parameters": {"binary_data_size": 0}}]})";
  const std::string length = "Inference-Header-Content-Length: " + std::to_string(json.size()) + "\r\n";
  folder.write("missing.http", post(json + "\7"));
  folder.write("sent.http", post(json + "\7", length));
  folder.write("nothing.http", post(nothing));
  folder.write("broken.http", post(json + "\7\7"));
  folder.write("response.http", "HTTP/1.1 200 OK\r\n\r\n" + std::string(json).replace(2, 6, "outputs") + "\7");
  const std::string missing = "http/inference-length-missing@head:55";
  CHECK(lines_of({"missing.http"}, here) == Words{"missing.http[0] kserve-request invalid " + missing});
  CHECK(lines_of({"--profile", "compat", "missing.http"}, here) ==
        Words{"missing.http[0] kserve-request valid " + missing});
  CHECK(lines_of({"--header-length", std::to_string(json.size()), "missing.http"}, here) ==
        Words{"missing.http[0] kserve-request valid"});
  CHECK(lines_of({"sent.http"}, here) == Words{"sent.http[0] kserve-request valid"});
  CHECK(lines_of({"nothing.http"}, here) == Words{"nothing.http[0] kserve-request valid"});
  CHECK(lines_of({"response.http"}, here) ==
        Words{"response.http[0] kserve-response invalid http/inference-length-missing@head:17"});
  // What is wrong with the body comes first.
  CHECK(lines_of({"broken.http"}, here) ==
        Words{"broken.http[0] kserve-request invalid kserve/trailing-bytes@body:" + std::to_string(json.size() + 1)});
}

TEST_CASE_METHOD(InFolder, "messages: content that becomes too large is limited, by its own bound or by --max-alloc") {
  const std::string bomb = hallmark::compression::zipped_zeros((std::uint64_t{64} << 20) + 1);
  folder.write("bomb.http", post(bomb, "Content-Encoding: deflate\r\n"));
  folder.write("small.http", post(hallmark::compression::zipped(request, true), "Content-Encoding: gzip\r\n"));
  CHECK(lines_of({"bomb.http"}, here).front().find("bomb.http[0] kserve-request limited http/content-limit@head:") ==
        0);
  CHECK(lines_of({"small.http"}, here) == Words{"small.http[0] kserve-request valid"});
  const Words bound = lines_of({"--max-alloc", "50", "small.http"}, here);
  CHECK(bound.front().find("small.http[0] kserve-request limited http/content-limit@head:") == 0);
  // The body fits into --max-alloc; body and decoder tables together do not.
  const Words tables = lines_of({"--max-alloc", "100", "small.http"}, here);
  CHECK(tables.front().find("small.http[0] kserve-request limited hallmark/max-alloc@") == 0);
}

TEST_CASE_METHOD(InFolder,
                 "messages: reports come in the order of files and messages, whatever the number of threads") {
  Words expected;
  for (int file = 0; file < 40; ++file) {
    const std::string name = "f" + std::to_string(100 + file) + ".http";
    std::string messages;
    for (int i = 0; i <= file % 7; ++i) {
      messages += i % 2 == 0 ? post(request) : answer(response);
      expected.push_back(name + "[" + std::to_string(i) + "] kserve-" + (i % 2 == 0 ? "request" : "response") +
                         " valid");
    }
    folder.write(name, messages);
  }
  for (const char* threads : {"1", "4"}) CHECK(lines_of({"-j", threads, "."}, here).size() == expected.size());
  Words got = lines_of({"-j", "4", "."}, here);
  for (std::string& line : got) line.erase(0, 2);
  CHECK(got == expected);
}

TEST_CASE_METHOD(InFolder, "messages: inspect shows one after the other") {
  folder.write("a.http",
               post(hallmark::compression::zipped(request, true), "Content-Encoding: gzip\r\n") + answer(response));
  const Finished text = run({"inspect", "a.http"}, here);
  CHECK(text.exit == 0);
  CHECK(text.out.find("a.http[0]: kserve-request, ") == 0);
  CHECK(text.out.find("\na.http[1]: kserve-response, ") != std::string::npos);
  const auto documents = parsed_lines(run({"inspect", "--json", "a.http"}, here).out);
  REQUIRE(documents.size() == 2);
  CHECK(documents[0].at("message") == 0);
  CHECK(documents[1].at("value").at("tensors").at(0).at("data").at("base64") == "Bw==");
  const Finished layout = run({"inspect", "--layout", "a.http"}, here);
  CHECK(layout.exit == 0);
  CHECK(run({"inspect", "--stats", "a.http"}, here).exit == 0);
  folder.write("b.http", post(request) + answer("{"));
  CHECK(run({"inspect", "b.http"}, here).exit == 1);
}

TEST_CASE_METHOD(InFolder, "messages: one that is no inference gets a note") {
  folder.write("page.http", "HTTP/1.1 200 OK\r\n\r\n<html>");
  const Finished finished = run({"validate", "--report", "ndjson", "page.http"}, here);
  CHECK(finished.exit == 1);
  CHECK(parsed_lines(finished.out).front().at("diagnostics").back().at("rule") == "hallmark/other-program");
}

TEST_CASE_METHOD(InFolder, "messages: in a gzip file they are inputs, each with its compression") {
  const std::string messages = post(request) + post(request);
  const std::string path = folder.write("a.http.gz", hallmark::compression::zipped(messages, true));
  const std::vector<Json> lines = parsed_lines(run({"validate", "--report", "ndjson", path}).out);
  REQUIRE(lines.size() == 2);
  for (const Json& line : lines) {
    CHECK(line.at("compression") == "gzip");
    CHECK(line.at("verdict") == "valid");
  }
}

TEST_CASE("messages: rules and explain know what is demanded of them") {
  const Finished table = run({"rules", "--format", "kserve-response"});
  CHECK(table.out.find("\nhttp/bare-lf ") != std::string::npos);
  CHECK(run({"rules", "--format", example::format}).out.find("http/") == std::string::npos);
  expect(run({"explain", "http/message"}), 0, {"A message has a head that can be read", "No golden vector breaks it"});
}
