// SPDX-License-Identifier: Apache-2.0
// The program that each mutant of the codecs is linked into.
// usage: probe serve                       the testee protocol, for `hallmark conform`
//        probe lint CORPUS FORMAT          one line for each golden vector that the reference disagrees with
//        probe record FORMAT BUNDLE OUT    what the codecs do with each input of a bundle
//        probe compare FORMAT BUNDLE RECORD   the first input of each kind that they treat otherwise than recorded
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>

#include "conformance/examine/examine.hpp"
#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/mutants/bundle.hpp"
#include "conformance/runner/reference.hpp"
#include "conformance/suite/agreement.hpp"

namespace hallmark::mutants {
namespace {

namespace fs = std::filesystem;
using conformance::Json;

// Behaviour is what the codecs do with one input, in digests.
struct Behaviour {
  bool demanded = false;      // it was rejected by a MUST rule, or not rejected
  std::uint64_t meaning = 0;  // rejected or not; the value, and the value that its encoding is read as
  std::uint64_t bytes = 0;    // of the encoding: other bytes of the same value are nobody's mistake
  std::uint64_t details = 0;  // kind of rejection; rule, offset and path of the decisive error; warnings
};

// add puts one more part into a digest.
void add(std::uint64_t& digest, std::string_view text) {
  digest = digest * 0x100000001b3U + std::hash<std::string_view>()(text);
}
void add(std::uint64_t& digest, std::uint64_t number) { add(digest, std::to_string(number)); }

class Observer {
 public:
  Observer(const conformance::Model& model, const Options& options)
      : model_(model), codec_(*codec_named(model.format)), options_(options) {}

  void encode(const Json& value, Form form) {
    if (model_.encode == nullptr) return;
    try {
      const conformance::EncodeReply reply = model_.encode(value, form);
      demanded_ = reply.refusal.rule == nullptr || reply.refusal.rule->level == Level::must;
      if (reply.refusal.rule != nullptr) return refused(reply.refusal.rule->id);
      see(model_.decode(reply.bytes, conformance::reading(options_, reply.header_length)));
      add(bytes_, hallmark::as_text(reply.bytes));
      add(bytes_, reply.header_length.value_or(0));
    } catch (const std::exception&) {  // the value is not of the model
      demanded_ = false;
      refused("bad value");
    }
  }

  void decode(Bytes bytes) {
    const conformance::Examination examination = conformance::examine(codec_, bytes, options_);
    const bool valid = examination.verdict == Verdict::valid;
    add(meaning_, valid ? "accepted" : "rejected");
    add(details_, to_string(examination.verdict));
    const reports::Diagnostic* error = conformance::decisive(examination, codec_);
    for (const reports::Diagnostic& diagnostic : examination.diagnostics) {
      // Vectors do not say what else is wrong.
      if (diagnostic.severity == Severity::error && &diagnostic != error) continue;
      add(details_, diagnostic.rule);
      add(details_, diagnostic.offset);
      add(details_, diagnostic.path);
    }
    as_embedded(bytes);
    if (valid) {
      const Json value = model_.decode(bytes, options_);
      see(value);
      if (!value.is_null() && options_.profile == Profile::strict) encode(value, Form::binary);
    }
    demanded_ = options_.profile == Profile::strict && (error == nullptr || error->level == Level::must);
  }

  [[nodiscard]] Behaviour behaviour() const { return {demanded_, meaning_, bytes_, details_}; }

 private:
  static std::string text_of(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

  // Another value is one that conform tells from the right one; how its file is written counts with the bytes.
  void see(const Json& value) {
    add(meaning_, text_of(conformance::comparable(model_, value)));
    add(bytes_, text_of(value));
  }

  void refused(std::string_view why) {
    add(meaning_, "refused");
    add(details_, why);
  }

  // The way that embedders decode, in memory of exactly the bound.
  void as_embedded(Bytes bytes) {
    const std::uint64_t size = codec_.scratch_bound(bytes, options_);
    if (size > conformance::Bounds().max_alloc) return add(meaning_, "rejected");
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(size);
    const Violation violation = codec_.decode(bytes, scratch, options_);
    add(meaning_, violation.rule == nullptr ? "accepted" : "rejected");
    if (violation.rule != nullptr) add(details_, violation.rule->id);
    add(details_, violation.offset);
  }

  const conformance::Model& model_;
  const Codec& codec_;
  Options options_;
  bool demanded_ = false;
  std::uint64_t meaning_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t details_ = 0;
};

// behaviours calls `found` with what is done with one input: once, or once for each profile.
void behaviours(const conformance::Model& model, const Input& input,
                const std::function<void(const Behaviour&)>& found) {
  Options options;
  options.header_length = input.header_length;
  if (input.kind == Kind::encode) {
    Observer observer(model, options);
    observer.encode(Json::parse(input.bytes), input.form);
    return found(observer.behaviour());
  }
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    Observer observer(model, options);
    observer.decode(std::as_bytes(std::span(input.bytes)));
    found(observer.behaviour());
  }
}

int record(const conformance::Model& model, const std::string& bundle, const std::string& path) {
  std::ofstream out(path, std::ios::trunc);
  for (const Input& input : read_bundle(bundle)) {
    behaviours(model, input, [&out](const Behaviour& one) {
      out << one.demanded << ' ' << one.meaning << ' ' << one.bytes << ' ' << one.details << '\n';
    });
  }
  out.close();
  return out ? 0 : 2;
}

// compare prints the number of the first input with each kind of difference from the record: "details", "result",
// "demanded", each worse than the one before. After the worst nothing more can be learnt.
int compare(const conformance::Model& model, const std::string& bundle, const std::string& path) {
  std::ifstream in(path);
  bool results = false;
  bool details = false;
  std::size_t number = 0;
  for (const Input& input : read_bundle(bundle)) {
    bool demanded = false;
    behaviours(model, input, [&](const Behaviour& one) {
      Behaviour expected;
      in >> expected.demanded >> expected.meaning >> expected.bytes >> expected.details;
      if (one.meaning != expected.meaning || one.bytes != expected.bytes) {
        if (!results) std::printf("result %zu\n", number);
        results = true;
        demanded = demanded || (one.meaning != expected.meaning && expected.demanded);
      } else if (one.details != expected.details) {
        if (!details) std::printf("details %zu\n", number);
        details = true;
      }
    });
    if (demanded) {
      std::printf("demanded %zu\n", number);
      return 0;
    }
    ++number;
  }
  return in ? 0 : 2;
}

int lint(const std::string& corpus, const std::string& format) {
  const conformance::Corpus golden =
      conformance::load_vector_files({fs::path(corpus) / codec_named(format)->family / "golden"});
  for (const conformance::VectorFile& file : golden.files) {
    if (file.format != format) continue;
    for (const conformance::Vector& vector : file.vectors) {
      if (!conformance::disagreements(vector).empty()) std::printf("%s\n", vector.id.c_str());
    }
  }
  return 0;
}

int serve() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const runner::Reply reply = runner::reference_reply(line, "0");
    if (reply.stop) break;
    std::cout << reply.line << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace hallmark::mutants

int main(int argc, char** argv) {
  using namespace hallmark;
  const std::string command = argc > 1 ? argv[1] : "";
  try {
    if (command == "serve" && argc == 2) return mutants::serve();
    if (command == "lint" && argc == 4) return mutants::lint(argv[2], argv[3]);
    const conformance::Model* model = argc == 5 ? conformance::model_named(argv[2]) : nullptr;
    if (command == "record" && model != nullptr) return mutants::record(*model, argv[3], argv[4]);
    if (command == "compare" && model != nullptr) return mutants::compare(*model, argv[3], argv[4]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  std::fputs("usage: probe serve | lint CORPUS FORMAT | record FORMAT BUNDLE OUT | compare FORMAT BUNDLE RECORD\n",
             stderr);
  return 4;
}
