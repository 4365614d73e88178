// SPDX-License-Identifier: Apache-2.0
import com.google.gson.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

/** Testee for packages that read npy: `Testee djl` or `Testee bio`. */
public final class Testee {
  static final Pattern DESCR = Pattern.compile("['\"]descr['\"]\\s*:\\s*(\\[|['\"]([^'\"]*)['\"])");
  static final Pattern PLAIN = Pattern.compile("\\|b1|\\|[iu]1|[<>][iuf][248]|[<>]c(8|16)|\\|[SV]\\d+|[<>]U\\d+|[<>][mM]8(\\[\\w+\\])?");

  /** The type that a header names, where it is one of the format; "[" is a structure, "" none. */
  static String named(byte[] raw) {
    var found = DESCR.matcher(new String(raw, StandardCharsets.ISO_8859_1));
    if (!found.find()) return "";
    return found.group(1).equals("[") ? "[" : PLAIN.matcher(found.group(2)).matches() ? found.group(2) : "";
  }

  static JsonObject value(String descr, Object shape, byte[] raw) {
    return HallmarkTestee.object("descr", descr, "shape", shape, "data", HallmarkTestee.data(raw));
  }

  static long[] shapeOf(JsonObject value) {
    return value.getAsJsonArray("shape").asList().stream().mapToLong(JsonElement::getAsLong).toArray();
  }

  /** The type of a value that is to be written. */
  static String written(JsonObject value, Set<String> offered) {
    var descr = value.get("descr").isJsonPrimitive() ? value.get("descr").getAsString() : "[";
    if (!offered.contains(descr)) throw new HallmarkTestee.Unsupported("elements of the type " + descr);
    if (value.get("fortran_order").getAsBoolean()) throw new HallmarkTestee.Unsupported("Fortran order is not written");
    return descr;
  }

  /** Decodes; a type that the package lacks is no verdict. */
  static HallmarkTestee.Work<byte[]> checked(HallmarkTestee.Work<byte[]> decode, Pattern offered) {
    return (raw, options) -> {
      var type = named(raw);
      if (!type.isEmpty() && !offered.matcher(type).matches()) throw new HallmarkTestee.Unsupported("elements of the type " + type);
      return decode.of(raw, options);
    };
  }

  static void serve(String name, String version, String language, String homepage, HallmarkTestee.Format format, Class<?>... rejections) throws Exception {
    HallmarkTestee.serve(HallmarkTestee.object("name", name, "version", version, "language", language, "homepage", homepage),
                         Map.of("npy", format), rejections);
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("djl")) Djl.serve();
    else Bio.serve();
  }
}
