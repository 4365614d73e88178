// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "codecs/core/manifest.hpp"
#include "conformance/examine/examine.hpp"
#include "conformance/model/model.hpp"
#include "conformance/runner/protocol.hpp"
#include "conformance/show/contents.hpp"

namespace hallmark::runner {
namespace {

// A longer line of a request is cut off, and then fails to parse as JSON.
constexpr std::size_t longest_line = std::size_t{256} << 20;

Json hello(std::string_view version) {
  Json capabilities = Json::array();
  for (const conformance::Model* model : conformance::all_models()) {
    Json ops = Json::array({"decode"});
    if (model->encode != nullptr) ops.push_back("encode");
    Json features = Json::array({"compat"});
    for (const manifest::Feature& feature : manifest::family_of(*codec_named(model->format)).features) {
      if (feature.one_shot != manifest::OneShot::never && feature.status == manifest::Status::used) {
        features.push_back(feature.name);
      }
    }
    capabilities.push_back({{"format", model->format}, {"ops", std::move(ops)}, {"features", std::move(features)}});
  }
  return {{"protocol", 1},
          {"implementation", {{"name", "hallmark"}, {"version", version}, {"language", "c++"}, {"homepage", ""}}},
          {"capabilities", std::move(capabilities)}};
}

// Unsupported: a request asks for something that is not offered.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Asked is what a request says of the input, or of what is encoded.
struct Asked {
  Options options;
  Form form = Form::binary;
};

Asked read_options(const JsonAt& request) {
  Asked asked;
  if (!request.has("options")) return asked;
  request["options"].members([&](const std::string& name, const JsonAt& value) {
    const std::string text = value.json().is_string() ? value.text() : "";
    const auto profile = reports::enumerator_named<Profile>(name == "profile" ? text : "");
    const auto form = reports::enumerator_named<Form>(name == "form" ? text : "");
    if (name == "header_length") asked.options.header_length = value.count();
    if (profile) asked.options.profile = *profile;
    if (form) asked.form = *form;
    if (name != "header_length" && !profile && !form) {
      throw Unsupported(fmt::format("unknown option {} = {}", reports::escaped(name),
                                    value.json().dump(-1, ' ', true, Json::error_handler_t::replace)));
    }
  });
  return asked;
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string rejected(const reports::Diagnostic& error) {
  return text_of({{"result", "rejected"},
                  {"error",
                   {{"message", fmt::format("{}: {}", error.rule, error.message)},
                    {"category", to_string(error.category)},
                    {"offset", reports::number(error.offset)}}}});
}

// accepted writes the value while it is read: a value of tens of thousands of entries is never held as JSON.
std::string accepted(const conformance::Model& model, Bytes input, const Options& options) {
  // What compat tolerates may have two members of one name, and its value has the last.
  if (options.profile != Profile::strict) {
    return text_of({{"result", "accepted"}, {"value", model.decode(input, options)}});
  }
  show::PrintedText line;
  line.text = R"({"result":"accepted","value":)";
  show::print_value(line, false, [&](conformance::ValueSink& sink) { model.show(input, options, sink); });
  return std::move(line.text) + '}';
}

std::string decode(const conformance::Model& model, const Json& request, const Options& options) {
  std::string reply;
  with_bytes_of(JsonAt(request)["input"], [&](Bytes input) {
    const Codec& codec = *codec_named(model.format);
    const conformance::Examination examination = conformance::examine(codec, input, options);
    if (examination.verdict == Verdict::valid) {
      reply = accepted(model, input, options);
      return;
    }
    const reports::Diagnostic* error = conformance::decisive(examination, codec);
    if (error == nullptr) throw std::runtime_error("the decoder rejected the input without an error");
    reply = rejected(*error);
  });
  return reply;
}

std::string encode(const conformance::Model& model, Json& request, Form form) {
  if (model.encode == nullptr) throw Unsupported("this format has no encoder");
  conformance::EncodeReply reply;
  try {
    (void)JsonAt(request)["value"];  // it is there
    reply = model.encode(without_files(std::move(request["value"])), form);
  } catch (const conformance::BadValue& error) {
    return text_of({{"result", "rejected"}, {"error", {{"message", error.what()}, {"category", "bad-value"}}}});
  }
  if (reply.refusal.rule != nullptr) return rejected(reports::describe(reply.refusal, Severity::error, ""));
  const std::string length =
      reply.header_length ? fmt::format(",\"header_length\":{}", reports::number(*reply.header_length).dump()) : "";
  return fmt::format(R"({{"result":"encoded","output":{{"base64":"{}"}}{}}})", conformance::to_base64(reply.bytes),
                     length);
}

std::string run(Json& request) {
  const JsonAt at(request);
  const conformance::Model* model = conformance::model_named(at["format"].text());
  if (model == nullptr) throw Unsupported("unknown format");
  const std::string op = at["op"].text();
  const Asked asked = read_options(at);
  if (op == "decode") return decode(*model, request, asked.options);
  if (op == "encode") return encode(*model, request, asked.form);
  throw Unsupported("unknown operation");
}

// numbered puts the number of a request before the members of its reply.
std::string numbered(const Json& request, const std::string& reply) {
  const auto seq = request.find("seq");
  if (seq == request.end() || !seq->is_primitive()) return reply;
  return fmt::format("{{\"seq\":{},{}", text_of(*seq), std::string_view(reply).substr(1));
}

std::string failed(std::string_view why) { return text_of({{"result", "failed"}, {"message", reports::escaped(why)}}); }

std::string unsupported(std::string_view why) { return text_of({{"result", "unsupported"}, {"reason", why}}); }

std::string answer(Json& request, std::string_view version) {
  try {
    const std::string command = JsonAt(request)["cmd"].text();
    if (command == "hello") return text_of(hello(version));
    return numbered(request, command == "run" ? run(request) : unsupported("unknown command"));
  } catch (const Unsupported& error) {
    return numbered(request, unsupported(error.what()));
  } catch (const std::exception& error) {
    return numbered(request, failed(error.what()));
  }
}

}  // namespace

Reply reference_reply(std::string_view line, std::string_view version) {
  std::string why;
  Json request = parse_line(line, why);
  if (!request.is_object()) return {failed(why), false};
  if (const auto command = request.find("cmd"); command != request.end() && *command == "stop") return {{}, true};
  return {answer(request, version), false};
}

bool ReferenceServer::take(std::string_view piece) {
  while (!stopped_ && !piece.empty()) {
    const std::size_t end = std::min(piece.find('\n'), piece.size());
    if (line_.size() < longest_line) line_ += piece.substr(0, end);
    if (end == piece.size()) break;
    piece.remove_prefix(end + 1);
    answer();
  }
  return !stopped_;
}

void ReferenceServer::finish() {
  if (!stopped_ && !line_.empty()) answer();
}

void ReferenceServer::answer() {
  Reply reply = reference_reply(line_, version_);
  line_.clear();
  stopped_ = reply.stop;
  if (!stopped_) write_(reply.line += '\n');
}

}  // namespace hallmark::runner
