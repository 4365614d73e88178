// SPDX-License-Identifier: Apache-2.0
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

// Beside is a format of files that are judged with others beside them alone.
struct Beside {
  std::string_view id;
  std::string_view title;
  std::string_view extension;
};

// NumberedType is the type of elements that a format knows by the number of its place in a table.
struct NumberedType {
  DType dtype;
  std::string_view removed;  // its name, where the format has it no longer: it then has no dtype
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

// OneShot says which implementations in one-shot mode have a feature.
enum class OneShot : std::uint8_t {
  named,    // those that are said to have it
  assumed,  // and those that are not said to have the other
  never,    // none: it needs more than a program that reads an input; the reference lacks it, too
};

// Status says whether vectors need a feature.
enum class Status : std::uint8_t { used, reserved };

// Feature is what a vector may need of an implementation beside its format: conformance/testees/PROTOCOL.md.
struct Feature {
  std::string_view name;
  OneShot one_shot;
  std::string_view unless;  // the other, of an assumed one
  std::string_view shows;   // a member of values that it brings, with the rules of the families that this one uses
  Status status;
};

// MessageFormats are the formats of the bodies of HTTP messages; they have a header length.
struct MessageFormats {
  std::string_view request;
  std::string_view response;
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
  std::string_view archive;  // the extension of zip archives whose members are files of the family; empty if none
  TensorKeys tensor_keys;
  MessageFormats messages;  // empty if no HTTP messages hold inputs
  std::span<const SharedExtension> shared_extensions;
  std::span<const Beside> beside;
  std::span<const Document> documents;
  std::span<const Feature> features;
  std::span<const std::string_view> model_members;  // names of members of values in the common model
  std::span<const std::string_view> path_words;     // fields in paths; if empty, those that vectors have
};

// all_families lists every family, in the order of all_codecs.
[[nodiscard]] std::span<const Family> all_families() noexcept;

// family_of returns the family of a format.
[[nodiscard]] const Family& family_of(const Codec& codec) noexcept;

}  // namespace hallmark::manifest
