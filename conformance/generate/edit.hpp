// SPDX-License-Identifier: Apache-2.0
// Edits: fields of a valid input, set to what a user wants to see refused.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/generator.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// BadEdit says why an edit cannot be made.
struct BadEdit : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// NoSuchField: this input lacks the field; another may have it.
struct NoSuchField : BadEdit {
  using BadEdit::BadEdit;
};

// Edit is `PATH=VALUE`. The path is that of a byte range of the layout, with the name of its field where
// several have that path, or of a member of JSON in the input. A number
// fills its field, the least byte first; `hex:` and `text:` replace the field by any number of bytes, also none. A
// member of JSON becomes any JSON.
struct Edit {
  // Throws BadEdit without a =.
  explicit Edit(std::string_view text);

  std::string path;
  std::string value;
};

// edited gives an input with its fields set. Other fields stay as they are, those that count bytes too; a header length
// from outside follows its JSON. Throws BadEdit.
[[nodiscard]] Input edited(const Codec& codec, Input input, const std::vector<Edit>& edits);

}  // namespace hallmark::conformance
