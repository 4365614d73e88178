// FileWriter: writes OINF files, their blobs in any order, and says where each field is.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/oinf/blobs.hpp"
#include "conformance/oinf/generate.hpp"

namespace hallmark::oinf {

class FileWriter {
 public:
  explicit FileWriter(const OwnedModel& model) : model_(model) {
    for (std::size_t i = 0; i < model.metadata.size(); ++i) {
      blobs_.push_back({"metadata", i, "value", model.metadata[i].blob, model.metadata[i].blob.size()});
    }
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
      if (!model.tensors[i].has_data) continue;
      blobs_.push_back({"tensors", i, "data", model.tensors[i].data, model.tensors[i].data.size()});
    }
    for (std::size_t i = 0; i < blobs_.size(); ++i) order.push_back(i);
  }
  virtual ~FileWriter() = default;

  std::vector<std::size_t> order;  // in which blobs are written, by their numbers in the tables
  // The data of tensors are left out: this many bytes each, after the blobs of the metadata.
  void leave_out_data(std::span<const std::uint64_t> sizes) {
    for (std::size_t i = 0; i < sizes.size(); ++i) blobs_[model_.metadata.size() + i].size = sizes[i];
  }

  // Writes once with offsets of 0 to know where the sections and blobs begin, and once more with those.
  std::vector<std::byte> write() {
    for (int round = 0; round < 2; ++round) {
      out_.clear();
      next_blob_ = 0;
      header();
      sizevars();
      metadata();
      tensors();
      data();
      sections_[4] = end_;
    }
    return std::move(out_);
  }

 protected:
  // What drafts of wrong files hear and change: a field at an offset, of an entry or of the header, where `table` is
  // empty; bytes in front of a section; bytes in front of a blob, or fewer of what is before it.
  virtual void named(std::string_view, std::size_t, std::string_view, std::size_t) {}
  virtual std::size_t before_section(int) { return 0; }
  virtual std::ptrdiff_t before_blob(std::string_view, std::size_t, std::size_t) { return 0; }

 private:
  struct Blob {
    std::string_view table;
    std::size_t entry;
    std::string_view field;
    Bytes bytes;
    std::uint64_t size;  // in the file
    std::uint64_t offset = 0;
  };

  template <class T>
  void put(std::string_view table, std::size_t entry, std::string_view field, T value) {
    named(table, entry, field, out_.size());
    append(out_, value);
  }
  void name(std::string_view table, std::size_t entry, std::string_view field, std::string_view text) {
    named(table, entry, std::string(field) + ".length", out_.size());
    named(table, entry, field, out_.size() + 4);
    append_string(out_, text);
  }
  void section(int number) {
    pad(out_);
    out_.resize(out_.size() + before_section(number));
    sections_[number] = out_.size();
  }

  void header() {
    constexpr std::string_view names[] = {"offset_sizevars", "offset_metadata", "offset_tensors", "offset_data",
                                          "file_size"};
    append(out_, std::string_view("OINF\0", 5));
    put("", 0, "version", std::uint32_t{1});
    put("", 0, "flags", std::uint32_t{0});
    put("", 0, "n_sizevars", static_cast<std::uint32_t>(model_.sizevars.size()));
    put("", 0, "n_metadata", static_cast<std::uint32_t>(model_.metadata.size()));
    put("", 0, "n_tensors", static_cast<std::uint32_t>(model_.tensors.size()));
    put("", 0, "reserved", std::uint32_t{0});
    for (std::size_t i = 0; i < 5; ++i) put("", 0, names[i], sections_[i]);
    named("", 0, "padding", out_.size());
  }
  void sizevars() {
    section(0);
    for (std::size_t i = 0; i < model_.sizevars.size(); ++i) {
      name("sizevars", i, "name", model_.sizevars[i].name);
      put("sizevars", i, "value", model_.sizevars[i].value);
    }
  }
  void metadata() {
    section(1);
    for (std::size_t i = 0; i < model_.metadata.size(); ++i) {
      const OwnedMetadata& entry = model_.metadata[i];
      name("metadata", i, "key", entry.key);
      put("metadata", i, "value_type", static_cast<std::uint32_t>(entry.type));
      put("metadata", i, "value_flags", std::uint32_t{0});
      put("metadata", i, "value_nbytes", std::uint64_t{entry.blob.size()});
      put("metadata", i, "value_offset", blobs_[next_blob_++].offset);
    }
  }
  void tensors() {
    section(2);
    for (std::size_t i = 0; i < model_.tensors.size(); ++i) {
      const OwnedTensor& entry = model_.tensors[i];
      const Blob absent{};
      const Blob& blob = entry.has_data ? blobs_[next_blob_++] : absent;
      name("tensors", i, "name", entry.name);
      put("tensors", i, "dtype", static_cast<std::uint32_t>(entry.dtype));
      put("tensors", i, "ndim", static_cast<std::uint32_t>(entry.dims.size()));
      put("tensors", i, "flags", std::uint32_t{entry.has_data ? 1U : 0U});
      named("tensors", i, "dims", out_.size());
      for (const std::uint64_t size : entry.dims) append(out_, size);
      put("tensors", i, "data_nbytes", blob.size);
      put("tensors", i, "data_offset", blob.offset);
    }
    named("", 0, "after tensors", out_.size());
  }
  void data() {
    section(3);
    end_ = out_.size();
    for (const std::size_t i : order) {
      Blob& blob = blobs_[i];
      const std::ptrdiff_t shift = before_blob(blob.table, blob.entry, out_.size());
      out_.resize(out_.size() + static_cast<std::size_t>(shift));
      end_ += static_cast<std::uint64_t>(shift);
      blob.offset = end_;
      named(blob.table, blob.entry, blob.field, out_.size());
      append(out_, blob.bytes);
      pad(out_);
      end_ += (blob.size + 7) / 8 * 8;
    }
  }

  const OwnedModel& model_;
  std::vector<Blob> blobs_;  // in the order of the tables
  std::size_t next_blob_ = 0;
  std::uint64_t sections_[5] = {};
  std::uint64_t end_ = 0;  // of the file
  std::vector<std::byte> out_;
};

}  // namespace hallmark::oinf
