// SPDX-License-Identifier: Apache-2.0
import com.google.gson.JsonObject;
import java.util.*;

/** A testee: BSON vectors, decoded and encoded by a few lines of its own. Put your library in their place. */
public final class Example {
  static final Map<String, Integer> DTYPES = Map.of("int8", 0x03, "float32", 0x27, "packed_bit", 0x10);

  static final class VectorException extends Exception {
    VectorException(String message) { super(message); }
  }

  /** Throws for what the specification does not allow. */
  static void check(String dtype, int padding, byte[] elements) throws VectorException {
    if (padding > 7 || (padding != 0 && (!dtype.equals("packed_bit") || elements.length == 0))) {
      throw new VectorException("padding out of range");
    }
    if (dtype.equals("float32") && elements.length % 4 != 0) {
      throw new VectorException("float32 data is no multiple of 4 bytes");
    }
    if (padding != 0 && (elements[elements.length - 1] & ((1 << padding) - 1)) != 0) {
      throw new VectorException("ignored bits are not zero");
    }
  }

  static JsonObject decode(byte[] input, JsonObject options) throws VectorException {
    if (input.length < 2) throw new VectorException("dtype and padding are missing");
    int padding = input[1] & 0xff;
    byte[] elements = Arrays.copyOfRange(input, 2, input.length);
    for (var dtype : DTYPES.entrySet()) {
      if (dtype.getValue() != (input[0] & 0xff)) continue;
      check(dtype.getKey(), padding, elements);
      return HallmarkTestee.object("dtype", dtype.getKey(), "padding", padding, "data", HallmarkTestee.data(elements));
    }
    throw new VectorException("unknown dtype " + input[0]);
  }

  static JsonObject encode(JsonObject value, JsonObject options) throws Exception {
    String dtype = value.get("dtype").getAsString();
    int padding = value.get("padding").getAsInt();
    byte[] elements = HallmarkTestee.dataBytes(value.getAsJsonObject("data"));
    check(dtype, padding, elements);
    byte[] output = new byte[elements.length + 2];
    output[0] = (byte) (int) DTYPES.get(dtype);
    output[1] = (byte) padding;
    System.arraycopy(elements, 0, output, 2, elements.length);
    return HallmarkTestee.encoded(output);
  }

  public static void main(String[] arguments) throws Exception {
    HallmarkTestee.serve(
        HallmarkTestee.object("name", "example", "version", "1", "language", "java"),
        Map.of("bson-vector", new HallmarkTestee.Format(Example::decode, Example::encode, Set.of(), Set.of())),
        VectorException.class);
  }
}
