// SPDX-License-Identifier: Apache-2.0
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.*;
import ai.djl.util.passthrough.PassthroughNDManager;
import com.google.gson.JsonObject;
import java.io.*;
import java.nio.*;
import java.util.*;
import java.util.regex.Pattern;
import java.util.zip.ZipInputStream;

/** ai.djl:api: NDList.decode reads; NDList.encode writes, as the one member of an npz. */
final class Djl {
  static final Map<String, DataType> TYPES = Map.of(
      "|b1", DataType.BOOLEAN, "|i1", DataType.INT8, "|u1", DataType.UINT8, "<i4", DataType.INT32, "<i8", DataType.INT64,
      "<f2", DataType.FLOAT16, "<f4", DataType.FLOAT32, "<f8", DataType.FLOAT64);

  static void turn(byte[] raw, int size) {
    for (int at = 0; at + size <= raw.length; at += size) {
      for (int i = 0; i < size / 2; ++i) {
        byte first = raw[at + i];
        raw[at + i] = raw[at + size - 1 - i];
        raw[at + size - 1 - i] = first;
      }
    }
  }

  static JsonObject decode(byte[] input, JsonObject options) throws Exception {
    try (var list = NDList.decode(PassthroughNDManager.INSTANCE, new ByteArrayInputStream(input))) {
      var array = list.singletonOrThrow();
      var type = array.getDataType();
      var view = array.toByteBuffer();
      var raw = new byte[view.remaining()];
      view.duplicate().get(raw);
      if (view.order() == ByteOrder.BIG_ENDIAN) turn(raw, type.getNumOfBytes());
      var descr = TYPES.entrySet().stream().filter(one -> one.getValue() == type).map(Map.Entry::getKey).findFirst();
      return Testee.value(descr.orElseThrow(), array.getShape().getShape(), raw);
    }
  }

  static JsonObject encode(JsonObject value, JsonObject options) throws Exception {
    var type = TYPES.get(Testee.written(value, TYPES.keySet()));
    var raw = ByteBuffer.wrap(HallmarkTestee.dataBytes(value.getAsJsonObject("data"))).order(ByteOrder.LITTLE_ENDIAN);
    var list = new NDList(PassthroughNDManager.INSTANCE.create(raw, new Shape(Testee.shapeOf(value)), type));
    try (var archive = new ZipInputStream(new ByteArrayInputStream(list.encode(NDList.Encoding.NPZ)))) {
      archive.getNextEntry();
      return HallmarkTestee.encoded(archive.readAllBytes());
    }
  }

  static void serve() throws Exception {
    var offered = Pattern.compile("\\|b1|\\|[iu]1|[<>](i4|i8|f2|f4|f8)");
    Testee.serve("ai.djl:api", "0.36.0", "java", "https://github.com/deepjavalibrary/djl",
                 new HallmarkTestee.Format(Testee.checked(Djl::decode, offered), Djl::encode, Set.of("big-endian"), Set.of()),
                 IOException.class, IllegalArgumentException.class);
  }
}
