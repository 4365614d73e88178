// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/bson/documents.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <vector>

#include "benchmarks/harness/workload.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::benchmarks {
namespace {

constexpr std::uint64_t distinct = std::uint64_t{16} << 20;

constexpr std::string_view words[] = {"river", "stone", "copper", "window", "of",     "the",   "quiet",  "harbour",
                                      "late",  "seven", "train",  "under",  "garden", "and",   "glass",  "north",
                                      "paper", "to",    "winter", "engine", "a",      "light", "fields", "slow"};
constexpr std::string_view foreign[] = {"caf\xc3\xa9",
                                        "stra\xc3\x9f"
                                        "e",
                                        "\xe6\x9d\xb1\xe4\xba\xac", "\xd0\xbc\xd0\xb8\xd1\x80", "\xf0\x9f\x8c\x8a"};

// Writes one document after the other. Distributions of the standard library differ between platforms, so numbers come
// from the generator directly.
class Generator {
 public:
  explicit Generator(Collection collection) : collection_(collection) {}

  void write(bson::Builder& to) {
    const bool notes = collection_ == Collection::mixed && below(3) == 0;
    to.begin_document();
    if (collection_ == Collection::vectors) {
      to.object_id("_id", id());
    } else if (notes) {
      note(to);
    } else {
      record(to);
    }
    if (collection_ == Collection::vectors || (collection_ == Collection::mixed && below(5) < 2)) embedding(to);
    to.end();
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  std::array<std::byte, 12> id() {
    std::array<std::byte, 12> value;
    for (std::byte& byte : value) byte = static_cast<std::byte>(random_());
    return value;
  }

  const std::string& text(std::uint64_t least, std::uint64_t most) {
    text_.clear();
    const std::uint64_t size = least + below(most - least + 1);
    while (text_.size() < size) {
      if (!text_.empty()) text_ += ' ';
      text_ += below(60) == 0 ? foreign[below(std::size(foreign))] : words[below(std::size(words))];
    }
    return text_;
  }

  std::int64_t time() { return 1600000000000 + static_cast<std::int64_t>(below(200000000000)); }

  void person(bson::Builder& to, std::string_view key) {
    to.begin_document(key);
    to.string("name", text(5, 20));
    to.string("email", text(10, 25));
    to.boolean("verified", below(2) == 0);
    to.end();
  }

  void record(bson::Builder& to) {
    to.object_id("_id", id());
    to.datetime("created", time());
    to.string("title", text(5, 30));
    person(to, "author");
    to.int32("views", static_cast<std::int32_t>(below(100000)));
    to.number("score", static_cast<double>(below(1000)) / 8);
    to.int64("revision", static_cast<std::int64_t>(below(1 << 30)));
    to.begin_array("tags");
    for (std::uint64_t i = below(6); i > 0; --i) to.string("", text(3, 12));
    to.end();
    if (below(4) == 0) to.null("parent");
    to.begin_array("history");
    for (std::uint64_t i = below(4); i > 0; --i) {
      to.begin_document("");
      to.datetime("at", time());
      to.string("by", text(4, 12));
      to.int32("change", static_cast<std::int32_t>(below(50)));
      to.end();
    }
    to.end();
  }

  void note(bson::Builder& to) {
    to.object_id("_id", id());
    to.string("body", text(100, 1500));
    to.begin_document("source");
    to.string("url", text(20, 60));
    to.string("language", "en");
    to.int32("chunk", static_cast<std::int32_t>(below(100)));
    to.end();
  }

  void embedding(bson::Builder& to) {
    using bson_vector::VectorType;
    const std::uint64_t kind = below(4);
    const VectorType type = kind < 2 ? VectorType::float32 : kind == 2 ? VectorType::int8 : VectorType::packed_bit;
    const std::uint64_t elements = below(3) == 0 ? 128 : 768;
    const std::uint64_t bits = type == VectorType::float32 ? 32 : type == VectorType::int8 ? 8 : 1;
    data_.resize(elements * bits / 8);
    for (std::byte& byte : data_) byte = static_cast<std::byte>(random_());
    std::uint8_t padding = 0;
    if (type == VectorType::packed_bit && below(2) == 0) {
      padding = static_cast<std::uint8_t>(below(8));
      data_.back() &= static_cast<std::byte>(0xff << padding);
    }
    to.vector("embedding", {type, padding, data_});
  }

  Collection collection_;
  std::mt19937_64 random_{20250721};
  std::vector<std::byte> data_;
  std::string text_;
};

std::vector<std::byte> make(Collection collection, std::uint64_t size) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 20;  // a document has less
  std::vector<std::byte> all(size + largest);
  std::vector<std::uint64_t> ends;  // of the documents
  bson::Builder to(all);
  for (Generator generator(collection); to.size() < std::min(size, distinct); ends.push_back(to.size())) {
    generator.write(to);
  }
  check_answer(static_cast<bool>(to.finish()), "documents were built");
  std::uint64_t end = to.size();
  while (end < size) {
    // Whole documents only: the rest of the size is rounded up to the end of a document.
    const auto rest = std::ranges::lower_bound(ends, std::min(size - end, ends.back()));
    std::copy_n(all.begin(), *rest, all.begin() + static_cast<std::ptrdiff_t>(end));
    end += *rest;
  }
  all.resize(end);
  return all;
}

}  // namespace

Bytes documents(Collection collection, std::uint64_t size) {
  static std::map<std::pair<Collection, std::uint64_t>, std::vector<std::byte>> made;
  auto& bytes = made[{collection, size}];
  if (bytes.empty()) bytes = make(collection, size);
  return bytes;
}

}  // namespace hallmark::benchmarks
