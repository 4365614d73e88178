// SPDX-License-Identifier: Apache-2.0
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.Pattern;
import org.jetbrains.bio.npy.NpyFile;

/** org.jetbrains.bio:npy: NpyFile.read and NpyFile.write. Unsigned integers are those of the same size in Java. */
final class Bio {
  static ByteBuffer room(int bytes) { return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN); }

  static JsonObject value(Object data, int[] shape, String named) {
    if (data instanceof boolean[] truths) {
      var raw = new byte[truths.length];
      for (int i = 0; i < raw.length; ++i) raw[i] = (byte) (truths[i] ? 1 : 0);
      return Testee.value("|b1", shape, raw);
    }
    if (data instanceof String[] texts) {
      int size = Integer.parseInt(named.substring(2));
      var raw = room(texts.length * size);
      for (int i = 0; i < texts.length; ++i) raw.position(i * size).put(texts[i].getBytes(StandardCharsets.ISO_8859_1));
      return Testee.value(named, shape, raw.array());
    }
    var descr = data instanceof byte[] ? "|i1" : data instanceof short[] ? "<i2" : data instanceof int[] ? "<i4"
              : data instanceof long[] ? "<i8" : data instanceof float[] ? "<f4" : "<f8";
    var raw = room(java.lang.reflect.Array.getLength(data) * (descr.charAt(2) - '0'));
    if (data instanceof byte[] all) raw.put(all);
    if (data instanceof short[] all) raw.asShortBuffer().put(all);
    if (data instanceof int[] all) raw.asIntBuffer().put(all);
    if (data instanceof long[] all) raw.asLongBuffer().put(all);
    if (data instanceof float[] all) raw.asFloatBuffer().put(all);
    if (data instanceof double[] all) raw.asDoubleBuffer().put(all);
    boolean unsigned = named.length() == 3 && named.charAt(1) == 'u';
    return Testee.value(unsigned ? descr.replace('i', 'u') : descr, shape, raw.array());
  }

  static JsonObject decode(byte[] input, JsonObject options) throws Exception {
    var file = Files.createTempFile("array", ".npy");
    try {
      Files.write(file, input);
      var array = NpyFile.read(file, Integer.MAX_VALUE);
      return value(array.getData(), array.getShape(), Testee.named(input));
    } finally {
      Files.delete(file);
    }
  }

  static JsonObject encode(JsonObject value, JsonObject options) throws Exception {
    var descr = Testee.written(value, Set.of("|b1", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", "<f4", ">f4", "<f8", ">f8"));
    var raw = ByteBuffer.wrap(HallmarkTestee.dataBytes(value.getAsJsonObject("data"))).order(ByteOrder.LITTLE_ENDIAN);
    var shape = Arrays.stream(Testee.shapeOf(value)).mapToInt(Math::toIntExact).toArray();
    var order = descr.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    int count = raw.remaining() / (descr.charAt(2) - '0');
    var file = Files.createTempFile("array", ".npy");
    try {
      switch (descr.substring(1)) {
        case "b1" -> {
          var truths = new boolean[count];
          for (int i = 0; i < count; ++i) truths[i] = raw.get(i) != 0;
          NpyFile.write(file, truths, shape);
        }
        case "i1" -> NpyFile.write(file, raw.array(), shape);
        case "i2" -> { var all = new short[count]; raw.asShortBuffer().get(all); NpyFile.write(file, all, shape, order); }
        case "i4" -> { var all = new int[count]; raw.asIntBuffer().get(all); NpyFile.write(file, all, shape, order); }
        case "i8" -> { var all = new long[count]; raw.asLongBuffer().get(all); NpyFile.write(file, all, shape, order); }
        case "f4" -> { var all = new float[count]; raw.asFloatBuffer().get(all); NpyFile.write(file, all, shape, order); }
        default -> { var all = new double[count]; raw.asDoubleBuffer().get(all); NpyFile.write(file, all, shape, order); }
      }
      return HallmarkTestee.encoded(Files.readAllBytes(file));
    } finally {
      Files.delete(file);
    }
  }

  static void serve() throws Exception {
    var offered = Pattern.compile("\\|b1|\\|[iu]1|[<>]([iu][248]|f[48])|\\|S\\d+");
    Testee.serve("org.jetbrains.bio:npy", "0.3.5", "kotlin", "https://github.com/JetBrains-Research/npy",
                 new HallmarkTestee.Format(Testee.checked(Bio::decode, offered), Bio::encode, Set.of("big-endian"), Set.of()),
                 IOException.class, IllegalStateException.class, IllegalArgumentException.class);
  }
}
