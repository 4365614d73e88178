// SPDX-License-Identifier: Apache-2.0
import ai.djl.ndarray.*;
import ai.djl.ndarray.types.*;
import ai.djl.util.passthrough.PassthroughNDManager;
import com.google.gson.*;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.*;
import java.util.regex.Pattern;

/** Testee for ai.djl:api: NDList.decode reads, NDList.encode writes. Neither knows metadata. */
public final class Testee {
  static final Pattern UNMAPPED = Pattern.compile("Unsupported safetensors dataType: (([IU](16|32|64)|C64|F4|F6_|F8_)\\w*)");

  static JsonObject value(NDArray array) {
    var raw = array.toByteBuffer();
    var bytes = new byte[raw.remaining()];
    raw.duplicate().get(bytes);
    return HallmarkTestee.object("name", array.getName(), "dtype", array.getDataType().asSafetensors().toLowerCase(Locale.ROOT),
                                 "shape", array.getShape().getShape(), "data", HallmarkTestee.data(bytes));
  }

  static JsonObject decode(byte[] input, JsonObject options) throws Exception {
    try (var list = NDList.decode(PassthroughNDManager.INSTANCE, new ByteArrayInputStream(input))) {
      var tensors = new JsonArray();
      for (var array : list) tensors.add(value(array));
      return HallmarkTestee.object("metadata", null, "tensors", tensors);
    } catch (Exception refused) {
      if (UNMAPPED.matcher(String.valueOf(refused.getMessage())).find()) throw new HallmarkTestee.Unsupported(refused.getMessage());
      throw refused;
    }
  }

  static NDArray array(JsonObject tensor) throws IOException {
    var shape = new Shape(tensor.getAsJsonArray("shape").asList().stream().mapToLong(JsonElement::getAsLong).toArray());
    var raw = ByteBuffer.wrap(HallmarkTestee.dataBytes(tensor.getAsJsonObject("data"))).order(ByteOrder.LITTLE_ENDIAN);
    DataType type;
    try {
      type = DataType.fromSafetensors(tensor.get("dtype").getAsString().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unmapped) {
      throw new HallmarkTestee.Unsupported(unmapped.getMessage());
    }
    var array = PassthroughNDManager.INSTANCE.create(raw, shape, type);
    array.setName(tensor.get("name").getAsString());
    return array;
  }

  static JsonObject encode(JsonObject value, JsonObject options) throws Exception {
    if (!value.get("metadata").isJsonNull()) throw new HallmarkTestee.Unsupported("writes no metadata");
    var list = new NDList();
    for (var tensor : value.getAsJsonArray("tensors")) list.add(array(tensor.getAsJsonObject()));
    return HallmarkTestee.encoded(list.encode(NDList.Encoding.SAFETENSORS));
  }

  public static void main(String[] arguments) throws Exception {
    HallmarkTestee.serve(
        HallmarkTestee.object("name", "ai.djl:api", "version", "0.36.0", "language", "java", "homepage", "https://github.com/deepjavalibrary/djl"),
        Map.of("safetensors", new HallmarkTestee.Format(Testee::decode, Testee::encode, Set.of(), Set.of())),
        IOException.class, IllegalArgumentException.class, JsonParseException.class);
  }
}
