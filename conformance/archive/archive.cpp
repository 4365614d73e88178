// SPDX-License-Identifier: Apache-2.0
#include "conformance/archive/archive.hpp"

#include <zip.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "codecs/core/words.hpp"

namespace hallmark::archive {
namespace {

// APPNOTE.TXT 4.3.7: the header before the data of a member.
constexpr std::string_view header_mark = "PK\x03\x04";
constexpr std::uint64_t header_size = 30;
constexpr std::uint64_t name_length_at = 26;
constexpr std::uint64_t extra_length_at = 28;

#ifdef ZIP_ER_TRUNCATED_ZIP  // some releases of libzip tell it from ZIP_ER_NOZIP
constexpr int cut_off = ZIP_ER_TRUNCATED_ZIP;
#else
constexpr int cut_off = ZIP_ER_NOZIP;
#endif

struct Close {
  void operator()(zip_file_t* member) const noexcept { zip_fclose(member); }
};
using Opened = std::unique_ptr<zip_file_t, Close>;

}  // namespace

// What libzip reads from. It says nowhere where a member begins, but goes there first when it opens one.
struct Archive::File {
  struct Discard {
    void operator()(zip_t* archive) const noexcept { zip_discard(archive); }
  };

  Bytes bytes;
  std::uint64_t at = 0;
  bool opening = false;
  std::uint64_t header = 0;  // of the member that was opened last
  std::uint64_t left;        // bytes that no member has been read from
  zip_error_t error{};
  std::unique_ptr<zip_t, Discard> archive = nullptr;

  explicit File(Bytes file) : bytes(file), left(file.size()) {}

  std::uint64_t read(void* to, std::uint64_t size) {
    const Bytes part = bytes.subspan(at, std::min<std::uint64_t>(size, bytes.size() - at));
    std::ranges::copy(part, static_cast<std::byte*>(to));
    at += part.size();
    return part.size();
  }
  std::int64_t seek(void* to, std::uint64_t size) {
    const std::int64_t place = zip_source_seek_compute_offset(at, bytes.size(), to, size, &error);
    if (place < 0) return -1;
    at = static_cast<std::uint64_t>(place);
    if (opening) header = at;
    opening = false;
    return 0;
  }
  static zip_int64_t call(void* self, void* data, zip_uint64_t size, zip_source_cmd_t command) {
    File& file = *static_cast<File*>(self);
    switch (command) {
      case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_SEEKABLE;
      case ZIP_SOURCE_OPEN: file.at = 0; return 0;
      case ZIP_SOURCE_READ: return static_cast<zip_int64_t>(file.read(data, size));
      case ZIP_SOURCE_SEEK: return file.seek(data, size);
      case ZIP_SOURCE_TELL: return static_cast<zip_int64_t>(file.at);
      case ZIP_SOURCE_ERROR: return zip_error_to_data(&file.error, data, size);
      case ZIP_SOURCE_STAT: {
        auto* const status = static_cast<zip_stat_t*>(data);
        zip_stat_init(status);
        status->size = file.bytes.size();
        status->valid = ZIP_STAT_SIZE;
        return sizeof(*status);
      }
      default: return 0;  // CLOSE, FREE: there is nothing to do
    }
  }

  zip_stat_t stat(std::uint64_t member) const {
    zip_stat_t status;
    zip_stat_init(&status);
    (void)zip_stat_index(archive.get(), member, ZIP_FL_ENC_RAW, &status);
    if (status.name == nullptr) status.name = "";
    return status;
  }
  Opened open(std::uint64_t member) {
    opening = true;
    header = bytes.size();
    return Opened(zip_fopen_index(archive.get(), member, 0));
  }

  // data returns where the data of the opened member begin, after its own header; that may say another name.
  Bytes data(std::string_view name, std::string& damage) const {
    const Bytes rest = bytes.subspan(header);
    if (rest.size() < header_size || !as_text(rest).starts_with(header_mark)) {
      damage = "there is no header before its data";
      return {};
    }
    const auto name_size = load_le<std::uint16_t>(rest.data() + name_length_at);
    const std::uint64_t size = header_size + name_size + load_le<std::uint16_t>(rest.data() + extra_length_at);
    if (as_text(rest).substr(header_size, name_size) != name) damage = "the header before its data says another name";
    return rest.subspan(std::min<std::uint64_t>(size, rest.size()));
  }
};

Archive::Archive(Bytes file) : file_(std::make_unique<File>(file)) {
  zip_error_t error;
  zip_error_init(&error);
  zip_error_init(&file_->error);
  zip_source_t* source = zip_source_function_create(&File::call, file_.get(), &error);
  if (source != nullptr) file_->archive.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (file_->archive != nullptr) {
    count_ = static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(file_->archive.get(), 0), 0));
  } else {
    const int code = zip_error_code_zip(&error);
    const bool cut = as_text(file).starts_with(header_mark) && (code == ZIP_ER_NOZIP || code == cut_off);
    problem_ =
        cut ? "its directory, which comes last, is not found: the file may be cut off" : zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
  }
  zip_error_fini(&error);
}
Archive::~Archive() = default;

Entry Archive::entry(std::uint64_t member) const {
  const zip_stat_t status = file_->stat(member);
  const bool read = status.comp_method == ZIP_CM_STORE || status.comp_method == ZIP_CM_DEFLATE;
  return {.name = status.name,
          .unsupported = status.encryption_method != ZIP_EM_NONE ? "it is encrypted"
                         : read                                  ? nullptr
                                                                 : "it is neither stored nor deflated"};
}

Bytes Archive::start(std::uint64_t member, std::span<std::byte> room) const {
  const Opened opened = file_->open(member);
  const zip_int64_t got = opened == nullptr ? 0 : zip_fread(opened.get(), room.data(), room.size());
  return Bytes(room).first(static_cast<std::size_t>(std::max<zip_int64_t>(got, 0)));
}

Content Archive::read(std::uint64_t member, std::uint64_t most, compression::Buffer& buffer) {
  Content content;
  const auto damaged = [&content](const char* why) {
    if (content.damage.empty()) content.damage = why;
    return content;
  };
  const zip_stat_t status = file_->stat(member);
  const bool stored = status.comp_method == ZIP_CM_STORE;
  content.too_large = !stored && status.size > most;
  if (content.too_large) return content;
  if (status.comp_size > file_->bytes.size()) return damaged("it is larger than the archive");
  if (status.comp_size > file_->left) return damaged("it shares bytes with other members");
  file_->left -= status.comp_size;
  const Opened opened = file_->open(member);
  if (opened == nullptr) return damaged(zip_strerror(file_->archive.get()));
  // Without data it has no place that could be seen.
  const Bytes data = status.comp_size == 0 ? Bytes() : file_->data(status.name, content.damage);
  std::array<std::byte, 1 << 14> passing;
  std::uint64_t size = 0;
  while (content.damage.empty()) {
    if (!stored && size == buffer.capacity() && size < most && !buffer.grow(most)) break;
    // At the limit, one more byte of room shows whether the member goes on.
    const std::uint64_t room = stored ? 0 : std::min(buffer.capacity(), most) - size;
    const zip_int64_t got =
        zip_fread(opened.get(), room == 0 ? passing.data() : buffer.data() + size, room == 0 ? passing.size() : room);
    if (got < 0) return damaged(zip_file_strerror(opened.get()));
    if (got == 0) {
      if (size != status.size || (stored && size > data.size())) return damaged("it has another size than it says");
      content.bytes = stored ? data.first(size) : Bytes(buffer.data(), size);
      return content;
    }
    if (room == 0 && !stored) break;
    size += static_cast<std::uint64_t>(got);
  }
  content.too_large = content.damage.empty();
  return content;
}

}  // namespace hallmark::archive
