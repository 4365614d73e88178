// What codecs/<family>/family.json says of a family beside the identities of its formats.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hallmark/core/codec.hpp"

namespace hallmark::manifest {

// Start says how a file of ours begins whose extension other programs use, too.
enum class Start : std::uint8_t {
  structure,  // a format of the family recognises it
  binary,     // its first eight bytes are not text
  json,       // an object, after white space
};

struct SharedExtension {
  std::string_view extension;
  Start start;
  std::string_view otherwise;  // of a file that begins in another way
};

// Fragment says how a section is addressed within a document.
enum class Fragment : std::uint8_t {
  none,     // it has no fragments, or none for what we call sections
  heading,  // #section, the heading without its punctuation
  number,   // #section-8.1 of 8.1-character-encoding
  name,     // #name-section
};

// Document is what rules cite; families that cite the same one say the same of it.
struct Document {
  std::string_view id;
  std::string_view title;
  std::string_view url;
  Fragment fragment;
};

// AssumedFeature is a feature that an implementation in one-shot mode has, unless it is said to have the other.
struct AssumedFeature {
  std::string_view feature;
  std::string_view unless;
};

// TensorKeys says how the tensors of a format are told apart.
enum class TensorKeys : std::uint8_t {
  names,   // by their names
  paths,   // by their paths: documents[0].a
  places,  // by their places in a list
};

struct Family {
  std::string_view folder;
  std::string_view written;  // the format that an extension means to a writer; empty where it may be several
  TensorKeys tensor_keys;
  std::span<const SharedExtension> shared_extensions;
  std::span<const Document> documents;
  std::span<const AssumedFeature> assumed_features;
  std::span<const std::string_view> model_members;  // names of members of values in the common model
  std::span<const std::string_view> path_words;     // fields in paths; if empty, those that vectors have
};

// all_families lists every family, in the order of all_codecs.
[[nodiscard]] std::span<const Family> all_families() noexcept;

// family_of returns the family of a format.
[[nodiscard]] const Family& family_of(const Codec& codec) noexcept;

}  // namespace hallmark::manifest
