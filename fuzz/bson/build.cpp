// Fuzz target: the builder of `bson` documents. The input is a sequence of operations, each with a key and a
// value; or it is a tape of choices that draws documents. The decoder accepts every finished document, with the same
// number of documents and vectors, and finds the vectors that were drawn. What was built is built again, byte for byte,
// from its elements. The builder never writes beyond its memory.
#include "conformance/bson/generate.hpp"
#include "fuzz/bson/elements.hpp"
#include "fuzz/encoding.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::fuzz {
namespace {

// Tally counts the documents and vectors written.
struct Tally {
  std::uint64_t documents = 0;
  std::uint64_t vectors = 0;
};

template <class Elements>
void element(Elements& operations, bson::Builder& builder, Tally& tally, std::uint8_t operation) noexcept {
  std::byte id[12]{};
  std::byte decimal[16]{};
  const auto key = operations.cstring();
  switch (operation) {
    case 2: builder.begin_document(key); break;
    case 3: builder.begin_array(key); break;
    case 4: builder.begin_code_with_scope(key, operations.text()); break;
    case 5: builder.number(key, std::bit_cast<double>(operations.template integer<std::uint64_t>())); break;
    case 6: builder.string(key, operations.text()); break;
    case 7: {
      const auto [subtype, data] = operations.binary();
      builder.binary(key, subtype, data);
      tally.vectors += subtype == 9 ? 1 : 0;
      break;
    }
    case 8:
      builder.vector(key, operations.vector());
      ++tally.vectors;
      break;
    case 9: builder.undefined(key); break;
    case 10: builder.object_id(key, operations.fixed(id)); break;
    case 11: builder.boolean(key, operations.byte() % 2 != 0); break;
    case 12: builder.datetime(key, operations.template integer<std::int64_t>()); break;
    case 13: builder.null(key); break;
    case 14: {
      const auto pattern = operations.cstring();
      builder.regex(key, pattern, operations.cstring());
      break;
    }
    case 15: {
      const std::string_view collection = operations.text();
      builder.db_pointer(key, collection, operations.fixed(id));
      break;
    }
    case 16: builder.code(key, operations.text()); break;
    case 17: builder.symbol(key, operations.text()); break;
    case 18: builder.int32(key, operations.template integer<std::int32_t>()); break;
    case 19: builder.timestamp(key, operations.template integer<std::uint64_t>()); break;
    case 20: builder.int64(key, operations.template integer<std::int64_t>()); break;
    case 21: builder.decimal128(key, operations.fixed(decimal)); break;
    case 22: builder.min_key(key); break;
    default: builder.max_key(key); break;
  }
}

template <class Elements>
Tally run(Elements operations, bson::Builder& builder) noexcept {
  Tally tally;
  while (!operations.ended()) {
    const std::uint8_t operation = operations.operation();
    if (operation == 0) {
      builder.begin_document();
      ++tally.documents;
    } else if (operation == 1) {
      builder.end();
    } else {
      element(operations, builder, tally, operation);
    }
  }
  return tally;
}

// built runs the operations with exactly `size` bytes of memory.
struct Built {
  Block memory;
  Tally tally;
  bool done;
  std::uint64_t size;
};

Built built(Bytes text, std::size_t size) {
  Built result{Block(size, 0xee), {}, false, 0};
  bson::Builder builder(result.memory.bytes());
  result.tally = run(AnyElements(text), builder);
  result.done = static_cast<bool>(builder.finish());
  result.size = builder.size();
  return result;
}

void check_rebuilt(Bytes documents) {
  Block out(documents.size(), 0xee);
  bson::Builder builder(out.bytes());
  run(DocumentElements(documents), builder);
  invariant(builder.finish() && builder.size() == documents.size() && same_bytes(out.view(), documents),
            "what was built can be read and built again");
}

void draw(Bytes tape) {
  const bson::GeneratedFile file =
      bson::any_file(conformance::Choices({reinterpret_cast<const std::uint8_t*>(tape.data()), tape.size()}), 3);
  invariant(static_cast<bool>(file.written), "valid documents are built");
  check_rebuilt(file.bytes);
  Block memory(static_cast<std::size_t>(bson::scratch_bound(file.bytes)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto documents = bson::decode(file.bytes, scratch);
  invariant(static_cast<bool>(documents), "what was drawn is accepted");
  invariant(documents->documents == file.ends.size() && documents->vectors == file.vectors.size(),
            "as many documents and vectors are found as were drawn");
  invariant(bson::vectors_in(file.bytes) == file.vectors, "the vectors that were drawn are found there");
}

void build(Bytes text) {
  // No operation writes more than its operands, its key and 32 bytes.
  const Built roomy = built(text, 64 * (text.size() + 1));
  const Built measured = built(text, 0);
  if (!roomy.done) {
    invariant(!measured.done, "an unfinished document is not finished in less memory");
    return;
  }
  const auto size = static_cast<std::size_t>(roomy.size);
  invariant(measured.size == size, "without memory a builder measures the size");
  const Built cramped = built(text, size == 0 ? 0 : size - 1);
  invariant(cramped.size == size && cramped.done == (size == 0), "a document that does not fit is not finished");
  const Built exact = built(text, size);
  invariant(exact.size == size && exact.done, "the measured size suffices");
  invariant(size == 0 || std::memcmp(exact.memory.view().data(), roomy.memory.view().data(), size) == 0,
            "the same operations write the same bytes");

  Block scratch_memory(static_cast<std::size_t>(bson::scratch_bound(exact.memory.view())), 0x5a);
  Scratch scratch(scratch_memory.bytes());
  const auto documents = bson::decode(exact.memory.view(), scratch);
  invariant(static_cast<bool>(documents), "a finished document is accepted");
  invariant(documents->documents == exact.tally.documents, "every document is built");
  invariant(documents->vectors == exact.tally.vectors, "every vector is built");
  check_rebuilt(exact.memory.view());
}

}  // namespace

void run_target(const Block& input) {
  build(input.view());
  draw(input.view());
}

}  // namespace hallmark::fuzz
