// SPDX-License-Identifier: Apache-2.0
import com.google.gson.*;
import java.nio.*;
import java.util.*;
import java.util.jar.JarFile;
import org.bson.*;
import org.bson.codecs.*;
import org.bson.io.ByteBufferBsonInput;

/** Testee for org.mongodb:bson. */
public final class Testee {
  static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  static JsonObject vector(BsonBinary binary) {
    var vector = binary.asVector();
    return switch (vector.getDataType()) {
      case INT8 -> value("int8", 0, vector.asInt8Vector().getData());
      case FLOAT32 -> value("float32", 0, bytes(vector.asFloat32Vector().getData()));
      case PACKED_BIT -> value("packed_bit", vector.asPackedBitVector().getPadding(), vector.asPackedBitVector().getData());
    };
  }

  static JsonObject value(String dtype, int padding, byte[] elements) {
    return HallmarkTestee.object("dtype", dtype, "padding", padding, "data", HallmarkTestee.data(elements));
  }

  /** The bits of the floats; those of a NaN are not changed. */
  static byte[] bytes(float[] elements) {
    var buffer = ByteBuffer.allocate(4 * elements.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float element : elements) buffer.putInt(Float.floatToRawIntBits(element));
    return buffer.array();
  }

  static float[] floats(byte[] raw) {
    if (raw.length % 4 != 0) throw new HallmarkTestee.Unsupported("the elements are no whole floats");
    var elements = new float[raw.length / 4];
    var buffer = ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < elements.length; ++i) elements[i] = Float.intBitsToFloat(buffer.getInt());
    return elements;
  }

  static JsonObject decodeVector(byte[] input, JsonObject options) {
    return vector(new BsonBinary(BsonBinarySubType.VECTOR, input));
  }

  static JsonObject encodeVector(JsonObject value, JsonObject options) throws Exception {
    String dtype = value.get("dtype").getAsString();
    int padding = value.get("padding").getAsInt();
    byte[] elements = HallmarkTestee.dataBytes(value.getAsJsonObject("data"));
    if (!dtype.equals("packed_bit") && padding != 0) throw new HallmarkTestee.Unsupported("these two take no padding");
    if (padding != (byte) padding) throw new HallmarkTestee.Unsupported("the padding is a byte");
    var vector = switch (dtype) {
      case "int8" -> BinaryVector.int8Vector(elements);
      case "float32" -> BinaryVector.floatVector(floats(elements));
      default -> packedBits(elements, (byte) padding);
    };
    return HallmarkTestee.encoded(new BsonBinary(vector).getData());
  }

  /** packedBitVector alone documents an IllegalArgumentException. */
  static BinaryVector packedBits(byte[] elements, byte padding) {
    try {
      return BinaryVector.packedBitVector(elements, padding);
    } catch (IllegalArgumentException refused) {
      throw new BSONException(refused.getMessage(), refused);
    }
  }

  /** A key as Hallmark writes it in a path. */
  static String step(String key) {
    if (key.matches("[A-Za-z_][A-Za-z0-9_]*")) return "." + key;
    var quoted = new StringBuilder();
    key.codePoints().forEach(c -> {
      if (c == '"' || c == '\\') quoted.append('\\');
      if (c < 32 || c == 127) quoted.append(String.format("\\x%02x", c));
      else quoted.appendCodePoint(c);
    });
    return "[\"" + quoted + "\"]";
  }

  /** Adds every binary of subtype 9 at any depth, in order. */
  static void walk(BsonValue value, String path, int document, JsonArray vectors) {
    if (value instanceof BsonDocument members) {
      members.forEach((key, member) -> walk(member, path + step(key), document, vectors));
    } else if (value instanceof BsonArray elements) {
      for (int i = 0; i < elements.size(); ++i) walk(elements.get(i), path + "[" + i + "]", document, vectors);
    } else if (value instanceof BsonJavaScriptWithScope code) {
      walk(code.getScope(), path, document, vectors);
    } else if (value instanceof BsonBinary binary && binary.getType() == BsonBinarySubType.VECTOR.getValue()) {
      var found = vector(binary);
      found.addProperty("document", document);
      found.addProperty("path", path);
      vectors.add(found);
    }
  }

  static JsonObject decodeDocuments(byte[] input, JsonObject options) {
    var vectors = new JsonArray();
    int documents = 0;
    var source = new ByteBufferBsonInput(new ByteBufNIO(ByteBuffer.wrap(input)));
    for (; source.getPosition() < input.length; ++documents) { // a reader reads one document
      var document = CODEC.decode(new BsonBinaryReader(source), DecoderContext.builder().build());
      walk(document, "documents[" + documents + "]", documents, vectors);
    }
    return HallmarkTestee.object("documents", documents, "vectors", vectors);
  }

  static String version() throws Exception {
    try (var jar = new JarFile(BsonDocument.class.getProtectionDomain().getCodeSource().getLocation().getPath())) {
      return jar.getManifest().getMainAttributes().getValue("Bundle-Version");
    }
  }

  public static void main(String[] arguments) throws Exception {
    HallmarkTestee.serve(
        HallmarkTestee.object("name", "org.mongodb:bson", "version", version(), "language", "java",
                              "homepage", "https://github.com/mongodb/mongo-java-driver"),
        Map.of("bson-vector", new HallmarkTestee.Format(Testee::decodeVector, Testee::encodeVector, Set.of(), Set.of()),
               "bson", new HallmarkTestee.Format(Testee::decodeDocuments, null, Set.of("subtype-9"), Set.of())),
        BSONException.class);
  }
}
