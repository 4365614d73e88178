// Files of HTTP messages: each message is reported as one input.
#include <algorithm>

#include "conformance/compression/zipped.hpp"
#include "conformance/program/testing/schema.hpp"
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

std::vector<std::string> validated(std::vector<std::string> arguments, const How& how) {
  arguments.insert(arguments.begin(), {"validate", "--report", "json"});
  return shown(run(arguments, how));
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("messages: each is an input, with the format of its start line, whatever the file is called") {
  const Folder folder;
  const std::string both = post(request) + answer(response);
  folder.write("a.http", both);
  folder.write("a.bin", both);
  folder.write("b.bson", both);
  const How here{.folder = folder.path()};
  for (const char* name : {"a.http", "a.bin", "b.bson"}) {
    CHECK(validated({name}, here) ==
          Lines{std::string(name) + "[0] kserve-request valid", std::string(name) + "[1] kserve-response valid"});
  }
  const Finished finished = run({"validate", "a.http"}, here);
  CHECK(finished.exit == 0);
  CHECK(finished.out == "2 inputs: 2 valid\n");
  CHECK(parsed_lines(run({"validate", "--report", "ndjson", "a.http"}, here).out).size() == 2);
  CHECK(shown(run({"validate", "--report", "json", "-"}, {.input = both})) ==
        Lines{"-[0] kserve-request valid", "-[1] kserve-response valid"});
}

TEST_CASE("messages: every report says whether a finding is in the head or the body") {
  const Folder folder;
  const std::string file = post(request + "x") + "HTTP/1.1 600 ?\r\n\r\n" + response + "y";
  folder.write("a.http", file);
  const How here{.folder = folder.path()};
  const auto in_request = std::to_string(request.size());
  const auto in_response = std::to_string(response.size());
  const auto status = std::to_string(post(request + "x").size() + 9);
  CHECK(validated({"a.http"}, here) ==
        Lines{"a.http[0] kserve-request invalid kserve/trailing-bytes@body:" + in_request,
              "a.http[1] kserve-response invalid http/status-code@head:" + status +
                  " kserve/trailing-bytes@body:" + in_response});
  const Finished text = run({"validate", "a.http"}, here);
  CHECK(text.exit == 1);
  CHECK(text.out.find("a.http[0]:body:" + in_request + ": error: ") == 0);
  CHECK(text.out.find("\na.http[1]:" + status + ": error: ") != std::string::npos);
  CHECK(text.out.find("\na.http[1]:body:" + in_response + ": error: ") != std::string::npos);
  CHECK(text.out.find("}]}x|") != std::string::npos);
  CHECK(text.out.find(" 36 30 30 ") != std::string::npos);
  CHECK(text.out.find("\n2 inputs: 2 invalid; 3 errors\n") != std::string::npos);
  // `report html` reads the same report.
  folder.write("report.json", run({"validate", "--report", "json", "a.http"}, here).out);
  CHECK(run({"report", "html", "report.json", "-o", "report"}, here).exit == 0);
  const std::string page = folder.read("report/inputs/1.html");
  CHECK(page.find("a.http[1]") != std::string::npos);
  CHECK(page.find("offset <b>" + in_response + "</b> of the body") != std::string::npos);
  CHECK(page.find("offset <b>" + status + "</b> of the file") != std::string::npos);
}

TEST_CASE("messages: what is missing at the end of a body is not missing at the end of the input") {
  const Folder folder;
  const std::string half = request.substr(0, request.size() - 1);
  folder.write("a.http", post(half) + post(request));
  folder.write("a.kserve", half);
  const How here{.folder = folder.path()};
  CHECK(run({"validate", "a.http"}, here).out.find(", the end of the body\n") != std::string::npos);
  CHECK(run({"validate", "a.kserve"}, here).out.find(", the end of the input\n") != std::string::npos);
}

TEST_CASE("messages: a format that is named is demanded of messages, and read where there are none") {
  const Folder folder;
  folder.write("request", post(request));
  folder.write("response", answer(response));
  folder.write("body", request);
  folder.write("body.http", request);
  folder.write("empty.http", "");
  const How here{.folder = folder.path()};
  CHECK(validated({"--format", "kserve-request", "request", "body"}, here) ==
        Lines{"body kserve-request valid", "request[0] kserve-request valid"});
  CHECK(validated({"--format", "kserve-response", "request", "response"}, here) ==
        Lines{"request[0] kserve-response invalid http/not-a-response@head:0", "response[0] kserve-response valid"});
  CHECK(validated({"--format", "kserve-request", "response"}, here) ==
        Lines{"response[0] kserve-request invalid http/not-a-request@head:0"});
  CHECK(validated({"body", "body.http"}, here) == Lines{"body kserve-request valid", "body.http kserve-request valid"});
  CHECK(validated({"empty.http"}, here).front().find("empty.http kserve-request invalid") == 0);
  // Other formats are never read as messages.
  CHECK(validated({"--format", "bson", "request"}, here).front().find("request bson invalid") == 0);
}

TEST_CASE("messages: an option for the header length wins over the field, which is noted") {
  const Folder folder;
  const std::string size = std::to_string(request.size());
  folder.write("a.http", post(request, "Inference-Header-Content-Length: 1\r\n"));
  const How here{.folder = folder.path()};
  CHECK(validated({"a.http"}, here) == Lines{"a.http[0] kserve-request invalid kserve/json-truncated@body:1"});
  CHECK(validated({"--header-length", size, "a.http"}, here) ==
        Lines{"a.http[0] kserve-request valid http/header-length-option@head:67"});
  CHECK(run({"validate", "--header-length", size, "a.http"}, here).exit == 0);
}

TEST_CASE("messages: behind a head that is broken nothing can be read, and exit codes add up") {
  const Folder folder;
  const std::string good = post(request);
  folder.write("broken.http", good + "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n" + good);
  folder.write("coded.http", post(request, "Content-Encoding: br\r\n") + good);
  folder.write("mixed.http", good + "not HTTP");
  const How here{.folder = folder.path()};
  CHECK(validated({"broken.http"}, here) ==
        Lines{"broken.http[0] kserve-request valid",
              "broken.http[1] kserve-request invalid http/content-length@head:" + std::to_string(good.size() + 33)});
  CHECK(run({"validate", "broken.http"}, here).exit == 1);
  CHECK(validated({"coded.http"}, here) == Lines{"coded.http[0] kserve-request unsupported http/content-coding@head:52",
                                                 "coded.http[1] kserve-request valid"});
  CHECK(run({"validate", "coded.http"}, here).exit == 2);
  CHECK(validated({"mixed.http"}, here) ==
        Lines{"mixed.http[0] kserve-request invalid http/trailing-data@head:" + std::to_string(good.size())});
}

TEST_CASE("messages: compat takes heads whose lines end with LF alone, and warns") {
  const Folder folder;
  folder.write("a.http", "POST / HTTP/1.1\nContent-Length: " + std::to_string(request.size()) + "\n\n" + request);
  const How here{.folder = folder.path()};
  CHECK(validated({"a.http"}, here) == Lines{"a.http[0] kserve-request invalid http/bare-lf@head:15"});
  CHECK(validated({"--profile", "compat", "a.http"}, here) ==
        Lines{"a.http[0] kserve-request valid http/bare-lf@head:15"});
  CHECK(run({"validate", "--profile", "compat", "--fail-on", "warning", "a.http"}, here).exit == 1);
}

TEST_CASE("messages: content that becomes too large is limited, by its own bound or by --max-alloc") {
  const Folder folder;
  const std::string bomb = hallmark::compression::zipped_zeros((std::uint64_t{64} << 20) + 1);
  folder.write("bomb.http", post(bomb, "Content-Encoding: deflate\r\n"));
  folder.write("small.http", post(hallmark::compression::zipped(request, true), "Content-Encoding: gzip\r\n"));
  const How here{.folder = folder.path()};
  CHECK(validated({"bomb.http"}, here).front().find("bomb.http[0] kserve-request limited http/content-limit@head:") ==
        0);
  CHECK(validated({"small.http"}, here) == Lines{"small.http[0] kserve-request valid"});
  const Lines bound = validated({"--max-alloc", "50", "small.http"}, here);
  CHECK(bound.front().find("small.http[0] kserve-request limited http/content-limit@head:") == 0);
  // The body fits into --max-alloc; body and decoder tables together do not.
  const Lines tables = validated({"--max-alloc", "100", "small.http"}, here);
  CHECK(tables.front().find("small.http[0] kserve-request limited hallmark/max-alloc@") == 0);
}

TEST_CASE("messages: reports come in the order of files and messages, whatever the number of threads") {
  const Folder folder;
  Lines expected;
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
  const How here{.folder = folder.path()};
  for (const char* threads : {"1", "4"}) CHECK(validated({"-j", threads, "."}, here).size() == expected.size());
  Lines got = validated({"-j", "4", "."}, here);
  for (std::string& line : got) line.erase(0, 2);
  CHECK(got == expected);
}

TEST_CASE("messages: inspect shows one after the other") {
  const Folder folder;
  folder.write("a.http",
               post(hallmark::compression::zipped(request, true), "Content-Encoding: gzip\r\n") + answer(response));
  const How here{.folder = folder.path()};
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

TEST_CASE("messages: rules and explain know what is demanded of them") {
  const Finished table = run({"rules", "--format", "kserve-response"});
  CHECK(table.out.find("\nhttp/bare-lf ") != std::string::npos);
  CHECK(run({"rules", "--format", "bson"}).out.find("http/") == std::string::npos);
  const Finished explained = run({"explain", "http/chunk-end"});
  CHECK(explained.exit == 0);
  CHECK(explained.out.find("kserve-request/http/chunk-") != std::string::npos);
}

TEST_CASE("messages: the reference offers them, and judges whole messages as testee") {
  const auto ask = [](const std::string& line) { return parsed(run({"serve-testee"}, {.input = line + "\n"}).out); };
  const Json hello = ask(R"({"cmd": "hello", "protocol": 1})");
  for (const Json& capability : hello.at("capabilities")) {
    const bool framed = capability.at("format").get<std::string>().rfind("kserve-", 0) == 0;
    const auto& features = capability.at("features");
    CHECK((std::find(features.begin(), features.end(), "http") != features.end()) == framed);
  }
  // POST / HTTP/1.1, Content-Length: 1, then one byte of a body.
  const std::string run_line =
      R"({"cmd": "run", "seq": 1, "op": "decode", "format": "kserve-request", "input": {"base64": ")"
      R"(UE9TVCAvIEhUVFAvMS4xDQpDb250ZW50LUxlbmd0aDogMQ0KDQp7"}, "options": {}})";
  const Json reply = ask(run_line);
  CHECK(reply.at("result") == "rejected");
  CHECK(reply.at("error").at("message").get<std::string>().rfind("kserve/json-truncated", 0) == 0);
  CHECK(reply.at("error").at("offset") == 1);
}
