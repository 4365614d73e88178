#include "reports/specifications.hpp"

#include <algorithm>
#include <array>

namespace hallmark::reports {
namespace {

// How a section is addressed within a document.
enum class Fragment {
  none,     // it has no fragments, or none for what we call sections
  heading,  // #section, the heading without its punctuation
  number,   // #section-8.1 of 8.1-character-encoding
  name,     // #name-section
};

struct Specification {
  std::string_view document;
  std::string_view title;
  std::string_view address;
  Fragment fragment;
};

constexpr std::array specifications{
    Specification{"bintensors", "BinTensors specification",
                  "https://github.com/GnosisFoundation/bintensors/blob/master/specs/encoding.md", Fragment::heading},
    Specification{"bson", "BSON 1.1", "https://bsonspec.org/spec.html", Fragment::none},
    Specification{"bson-vector", "BSON Binary Subtype 9 - Vector",
                  "https://github.com/mongodb/specifications/blob/master/source/bson-binary-vector/"
                  "bson-binary-vector.md",
                  Fragment::heading},
    Specification{"futhark", "Futhark: binary data format",
                  "https://futhark.readthedocs.io/en/stable/binary-data-format.html", Fragment::heading},
    Specification{"futhark-language", "Futhark: language reference",
                  "https://futhark.readthedocs.io/en/stable/language-reference.html", Fragment::heading},
    Specification{"futhark-test", "Futhark: futhark-test",
                  "https://futhark.readthedocs.io/en/stable/man/futhark-test.html", Fragment::none},
    Specification{"kserve-binary", "Triton: binary tensor data extension",
                  "https://github.com/triton-inference-server/server/blob/main/docs/protocol/"
                  "extension_binary_data.md",
                  Fragment::none},
    Specification{"kserve-docs", "KServe: binary tensor data extension",
                  "https://github.com/kserve/website/blob/main/docs/concepts/architecture/data-plane/v2-protocol/"
                  "binary-tensor-data-extension.md",
                  Fragment::heading},
    Specification{
        "kserve-v2", "Open Inference Protocol: REST",
        "https://github.com/kserve/open-inference-protocol/blob/main/specification/protocol/inference_rest.md",
        Fragment::none},
    Specification{"oinf", "OINF binary format", "https://docs.open-infer.nl", Fragment::none},
    Specification{"rfc8259", "RFC 8259", "https://www.rfc-editor.org/rfc/rfc8259.html", Fragment::number},
    Specification{"rfc9110", "RFC 9110", "https://www.rfc-editor.org/rfc/rfc9110.html", Fragment::name},
    Specification{"rfc9112", "RFC 9112", "https://www.rfc-editor.org/rfc/rfc9112.html", Fragment::name},
};

const Specification* specification_named(std::string_view document) noexcept {
  const auto* found = std::ranges::find(specifications, document, &Specification::document);
  return found == specifications.end() ? nullptr : found;
}

}  // namespace

std::string specification_address(std::string_view clause) {
  const std::size_t hash = std::min(clause.find('#'), clause.size());
  const Specification* specification = specification_named(clause.substr(0, hash));
  if (specification == nullptr) return "";
  std::string address(specification->address);
  const std::string_view section = clause.substr(std::min(hash + 1, clause.size()));
  if (section.empty()) return address;
  switch (specification->fragment) {
    case Fragment::none: break;
    case Fragment::heading: address.append("#").append(section == "option-t" ? "optiont" : section); break;
    case Fragment::number: address.append("#section-").append(section.substr(0, section.find('-'))); break;
    case Fragment::name: address.append("#name-").append(section); break;
  }
  return address;
}

std::string_view specification_title(std::string_view document) noexcept {
  const Specification* specification = specification_named(document);
  if (specification != nullptr) return specification->title;
  return document == "rulings" ? "Hallmark's decisions" : document;
}

}  // namespace hallmark::reports
