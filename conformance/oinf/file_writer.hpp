// FileWriter: writes OINF files, their blobs in any order.
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
    for (const OwnedMetadata& entry : model.metadata) blobs_.push_back({entry.blob, entry.blob.size()});
    for (const OwnedTensor& entry : model.tensors) {
      if (entry.has_data) blobs_.push_back({entry.data, entry.data.size()});
    }
    for (std::size_t i = 0; i < blobs_.size(); ++i) order.push_back(i);
  }

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

 private:
  struct Blob {
    Bytes bytes;
    std::uint64_t size;  // in the file
    std::uint64_t offset = 0;
  };

  void section(int number) {
    pad(out_);
    sections_[number] = out_.size();
  }

  void header() {
    append(out_, std::string_view("OINF\0", 5));
    append(out_, std::uint32_t{1});  // version
    append(out_, std::uint32_t{0});  // flags
    for (const std::size_t count : {model_.sizevars.size(), model_.metadata.size(), model_.tensors.size()}) {
      append(out_, static_cast<std::uint32_t>(count));
    }
    append(out_, std::uint32_t{0});  // reserved
    for (const std::uint64_t begin : sections_) append(out_, begin);
  }
  void sizevars() {
    section(0);
    for (const OwnedModel::Size& entry : model_.sizevars) {
      append_string(out_, entry.name);
      append(out_, entry.value);
    }
  }
  void metadata() {
    section(1);
    for (const OwnedMetadata& entry : model_.metadata) {
      append_string(out_, entry.key);
      append(out_, static_cast<std::uint32_t>(entry.type));
      append(out_, std::uint32_t{0});  // flags
      append(out_, std::uint64_t{entry.blob.size()});
      append(out_, blobs_[next_blob_++].offset);
    }
  }
  void tensors() {
    section(2);
    for (const OwnedTensor& entry : model_.tensors) {
      const Blob blob = entry.has_data ? blobs_[next_blob_++] : Blob{};
      append_string(out_, entry.name);
      append(out_, static_cast<std::uint32_t>(entry.dtype));
      append(out_, static_cast<std::uint32_t>(entry.dims.size()));
      append(out_, std::uint32_t{entry.has_data ? 1U : 0U});
      for (const std::uint64_t size : entry.dims) append(out_, size);
      append(out_, blob.size);
      append(out_, blob.offset);
    }
  }
  void data() {
    section(3);
    end_ = out_.size();
    for (const std::size_t i : order) {
      blobs_[i].offset = end_;
      append(out_, blobs_[i].bytes);
      pad(out_);
      end_ += (blobs_[i].size + 7) / 8 * 8;
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
