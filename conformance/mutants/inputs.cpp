// SPDX-License-Identifier: Apache-2.0
// Writes the bundle of a format: the inputs that tell whether a mutated decoder or encoder behaves otherwise at all.
// usage: hallmark_mutant_inputs FORMAT CORPUS COUNT OUT
//
// In it are the golden vectors of up to 1 MiB, regressions, COUNT inputs of the format's generator, COUNT mutants of
// each of these two kinds, prefixes, and values of valid inputs with one leaf changed. The same arguments give the same
// file on every machine.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "conformance/generate/generator.hpp"
#include "conformance/generate/mutate.hpp"
#include "conformance/model/model.hpp"
#include "conformance/mutants/bundle.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::mutants {
namespace {

namespace fs = std::filesystem;
using conformance::Choices;
using conformance::Json;

constexpr std::size_t longest = std::size_t{1} << 20;

Input input_of(Bytes bytes, const Options& options) {
  return {Kind::decode, options.header_length, Form::binary, std::string(hallmark::as_text(bytes))};
}

Input generated(const conformance::Generator& generator, Choices& choices) {
  const conformance::Input input = generator.any(choices);
  return {Kind::decode, input.header_length, Form::binary, std::string(hallmark::as_text(input.bytes))};
}

// Leaves are the places of a value where something can be changed.
void collect(Json& value, std::vector<Json*>& places) {
  places.push_back(&value);
  if (value.is_structured()) {
    for (Json& part : value) collect(part, places);
  }
}

Json other_number(const Json& number, Choices& choices) {
  const auto n = number.get<std::int64_t>();
  const Json others[] = {n + 1, n - 1, 0, -1, std::uint64_t{1} << 32, "9223372036854775808", "18446744073709551615"};
  return others[choices.below(std::size(others))];
}

std::string other_text(std::string text, const std::string& like, Choices& choices) {
  switch (choices.below(7)) {
    case 0: return like;
    case 1: return "";
    case 2: return text + " ";
    case 3: return text + std::string(1, '\0');
    case 4: return text + std::string(choices.below(300), 'a');
    case 5: return text.substr(0, text.size() - std::min<std::size_t>(text.size(), 4));
    default:
      if (!text.empty()) text[choices.below(text.size())] = static_cast<char>(0x20 + choices.below(95));
      return text;
  }
}

// changed gives the value with one place of it other than it was.
Json changed(Json value, Choices& choices) {
  std::vector<Json*> places;
  collect(value, places);
  Json& place = *places[choices.below(places.size())];
  const Json& like = *places[choices.below(places.size())];
  if (place.is_number()) {
    place = other_number(place, choices);
  } else if (place.is_string()) {
    place = other_text(place.get<std::string>(), like.is_string() ? like.get<std::string>() : "x", choices);
  } else if (place.is_array() && !place.empty()) {
    const std::size_t at = choices.below(place.size());
    if (choices.below(2) == 0) {
      place.erase(at);
    } else {
      const Json copy = place[at];
      place.push_back(copy);
    }
  }
  return value;
}

Input value_input(const Json& value, Form form) {
  return {Kind::encode, {}, form, value.dump(-1, ' ', false, Json::error_handler_t::ignore)};
}

class Bundle {
 public:
  Bundle(std::string format, const fs::path& corpus, std::size_t count)
      : format_(std::move(format)),
        generator_(*conformance::generator_named(format_)),
        model_(*conformance::model_named(format_)),
        count_(count) {
    golden(corpus);
    regressions(corpus / std::string(codec_named(format_)->family) / "regressions");
    const std::size_t own = inputs_.size();
    for (std::size_t i = 0; i < count_; ++i) {
      const std::vector<std::uint8_t> tape = conformance::tape_of(i, 600);
      Choices choices(tape);
      inputs_.push_back(generated(generator_, choices));
    }
    mutate(0, own);
    mutate(own, own + count_);
    values();
  }

  void write_to(const fs::path& path) const {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    for (const Input& input : inputs_) write(out, input);
    out.close();
    if (!out) throw std::runtime_error(path.string() + ": cannot be written");
    std::printf("%s: %zu inputs\n", path.c_str(), inputs_.size());
  }

 private:
  void golden(const fs::path& corpus) {
    const conformance::Corpus loaded = conformance::load_corpus(corpus, {format_});
    for (const conformance::VectorFile& file : loaded.files) {
      if (file.format != format_) continue;
      for (const conformance::Vector& vector : file.vectors) {
        if (vector.operation == conformance::Operation::encode) {
          inputs_.push_back(value_input(vector.whole_value(), vector.form));
        } else if (const std::vector<std::byte> bytes = vector.bytes(); bytes.size() <= longest) {
          inputs_.push_back(input_of(bytes, vector.options));
        }
      }
    }
  }

  void regressions(const fs::path& folder) {
    std::vector<fs::path> paths;
    if (fs::is_directory(folder)) {
      for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      std::ifstream in(path, std::ios::binary);
      std::string bytes{std::istreambuf_iterator<char>(in), {}};
      if (bytes.size() <= longest) inputs_.push_back({Kind::decode, {}, Form::binary, std::move(bytes)});
    }
  }

  // Mutants and prefixes of the inputs from `begin` to `end`.
  void mutate(std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::vector<std::uint8_t> tape = conformance::tape_of(i + 0x5eed, 64);
      Choices choices(tape);
      Input input = inputs_[begin + choices.below(end - begin)];
      if (input.kind == Kind::encode) continue;
      if (input.header_length && choices.chance(8)) *input.header_length += choices.below(3) - std::uint64_t{1};
      if (choices.chance(6)) {
        input.bytes.resize(choices.below(input.bytes.size() + 1));
      } else {
        const auto bytes = conformance::mutated(std::as_bytes(std::span(input.bytes)), choices);
        input.bytes = std::string(hallmark::as_text(bytes));
      }
      inputs_.push_back(std::move(input));
    }
  }

  void values() {
    if (model_.encode == nullptr) return;
    const std::size_t decodable = inputs_.size();
    for (std::size_t i = 0; i < decodable; ++i) {
      const Input& input = inputs_[i];
      if (input.kind == Kind::encode || input.bytes.size() > 4096) continue;
      Options options;
      options.header_length = input.header_length;
      const Json value = model_.decode(std::as_bytes(std::span(input.bytes)), options);
      if (value.is_null()) continue;
      const std::vector<std::uint8_t> tape = conformance::tape_of(i + 0xe6c0, 64);
      Choices choices(tape);
      const Form form = choices.below(2) == 0 ? Form::binary : Form::text;
      inputs_.push_back(value_input(changed(value, choices), form));
      inputs_.push_back(value_input(value, Form::text));
    }
  }

  std::string format_;
  const conformance::Generator& generator_;
  const conformance::Model& model_;
  std::size_t count_;
  std::vector<Input> inputs_;
};

}  // namespace
}  // namespace hallmark::mutants

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: hallmark_mutant_inputs FORMAT CORPUS COUNT OUT\n", stderr);
    return 4;
  }
  try {
    hallmark::mutants::Bundle(argv[1], argv[2], std::stoull(argv[3])).write_to(argv[4]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
