// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "codecs/core/manifest.hpp"
#include "conformance/examine/examine.hpp"
#include "conformance/model/model.hpp"
#include "conformance/runner/protocol.hpp"

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

Json rejected(const reports::Diagnostic& error) {
  return {{"result", "rejected"},
          {"error",
           {{"message", fmt::format("{}: {}", error.rule, error.message)},
            {"category", to_string(error.category)},
            {"offset", reports::number(error.offset)}}}};
}

Json decode(const conformance::Model& model, const JsonAt& request, const Options& options) {
  const std::vector<std::byte> input = bytes_of(request["input"]);
  const Codec& codec = *codec_named(model.format);
  const conformance::Examination examination = conformance::examine(codec, input, options);
  if (examination.verdict == Verdict::valid) {
    return {{"result", "accepted"}, {"value", with_hashes(model.decode(input, options))}};
  }
  const reports::Diagnostic* error = conformance::decisive(examination, codec);
  if (error == nullptr) throw std::runtime_error("the decoder rejected the input without an error");
  return rejected(*error);
}

Json encode(const conformance::Model& model, const JsonAt& request, Form form) {
  if (model.encode == nullptr) throw Unsupported("this format has no encoder");
  conformance::EncodeReply reply;
  try {
    reply = model.encode(without_files(request["value"].json()), form);
  } catch (const conformance::BadValue& error) {
    return {{"result", "rejected"}, {"error", {{"message", error.what()}, {"category", "bad-value"}}}};
  }
  if (reply.refusal.rule != nullptr) return rejected(reports::describe(reply.refusal, Severity::error, ""));
  Json answer = {{"result", "encoded"}, {"output", {{"base64", conformance::to_base64(reply.bytes)}}}};
  if (reply.header_length) answer["header_length"] = reports::number(*reply.header_length);
  return answer;
}

Json run(const JsonAt& request) {
  const conformance::Model* model = conformance::model_named(request["format"].text());
  if (model == nullptr) throw Unsupported("unknown format");
  const std::string op = request["op"].text();
  const Asked asked = read_options(request);
  if (op == "decode") return decode(*model, request, asked.options);
  if (op == "encode") return encode(*model, request, asked.form);
  throw Unsupported("unknown operation");
}

Json numbered(const Json& request, Json reply) {
  Json line = Json::object();
  if (const auto seq = request.find("seq"); seq != request.end() && seq->is_primitive()) line["seq"] = *seq;
  line.update(reply);
  return line;
}

Json failed(std::string_view why) { return {{"result", "failed"}, {"message", reports::escaped(why)}}; }

Json answer(const Json& request, std::string_view version) {
  try {
    const JsonAt at(request);
    const std::string command = at["cmd"].text();
    if (command == "hello") return hello(version);
    if (command == "run") return numbered(request, run(at));
    return numbered(request, {{"result", "unsupported"}, {"reason", "unknown command"}});
  } catch (const Unsupported& error) {
    return numbered(request, {{"result", "unsupported"}, {"reason", error.what()}});
  } catch (const std::exception& error) {
    return numbered(request, failed(error.what()));
  }
}

}  // namespace

Reply reference_reply(std::string_view line, std::string_view version) {
  std::string why;
  const Json request = parse_line(line, why);
  if (request.is_object() && request.value("cmd", Json()) == "stop") return {{}, true};
  const Json reply = request.is_object() ? answer(request, version) : failed(why);
  return {reply.dump(-1, ' ', false, Json::error_handler_t::replace), false};
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
