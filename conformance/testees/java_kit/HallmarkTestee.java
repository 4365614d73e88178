// SPDX-License-Identifier: Apache-2.0
import com.google.gson.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/** Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside this file. */
public final class HallmarkTestee {
  /** Decodes bytes to a value of the common model; or encodes a value, and gives `encoded(bytes)`. */
  public interface Work<From> {
    JsonObject of(From given, JsonObject options) throws Exception;
  }

  /** What is offered of a format. decode or encode may be null; options are the names of those that they look at. */
  public record Format(Work<byte[]> decode, Work<JsonObject> encode, Set<String> features, Set<String> options) {}

  /** Throw it for what the implementation does not offer. */
  public static final class Unsupported extends RuntimeException {
    public Unsupported(String reason) { super(reason); }
  }

  /** The member that holds tensor data in a value. */
  public static JsonObject data(byte[] raw) {
    return object("base64", Base64.getEncoder().encodeToString(raw));
  }

  /** The bytes of such a member, or of an input: large ones come as a file. */
  public static byte[] dataBytes(JsonObject member) throws IOException {
    if (member.has("path")) return Files.readAllBytes(Path.of(member.get("path").getAsString()));
    return Base64.getDecoder().decode(member.get("base64").getAsString());
  }

  /** The reply to encode. That of a KServe format gets a further member, header_length. */
  public static JsonObject encoded(byte[] raw) { return object("result", "encoded", "output", data(raw)); }

  /** An object of names and values, in turns. */
  public static JsonObject object(Object... members) {
    var json = new JsonObject();
    for (int i = 0; i < members.length; i += 2) json.add((String) members[i], new GsonBuilder().serializeNulls().create().toJsonTree(members[i + 1]));
    return json;
  }

  private static JsonObject judge(JsonObject request, Format format, Set<Class<?>> rejections) throws Exception {
    boolean decodes = request.get("op").getAsString().equals("decode");
    var options = request.getAsJsonObject("options");
    if (format == null || (decodes ? format.decode : format.encode) == null || !format.options.containsAll(options.keySet())) {
      return object("result", "unsupported", "reason", "format, operation or option not offered");
    }
    var input = decodes ? dataBytes(request.getAsJsonObject("input")) : null;
    try {
      if (decodes) return object("result", "accepted", "value", format.decode.of(input, options));
      return format.encode.of(request.getAsJsonObject("value"), options);
    } catch (Unsupported reason) {
      return object("result", "unsupported", "reason", reason.getMessage());
    } catch (Throwable error) {
      boolean unexpected = rejections.stream().noneMatch(known -> known.isInstance(error));
      return object("result", "rejected", "error", object("message", error.toString(), "unexpected", unexpected));
    }
  }

  /** Answers standard input. Throwables of other classes than `rejections` are rejections marked as unexpected. */
  public static void serve(JsonObject implementation, Map<String, Format> formats, Class<?>... rejections) throws IOException {
    var capabilities = new JsonArray();
    formats.forEach((name, format) -> capabilities.add(object("format", name, "features", format.features,
        "ops", format.decode == null ? Set.of("encode") : format.encode == null ? Set.of("decode") : Set.of("decode", "encode"))));
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what the implementation prints is not for the protocol
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null; ) {
      var request = new JsonObject();
      JsonObject reply;
      try {
        request = new Gson().getAdapter(JsonElement.class).fromJson(line).getAsJsonObject();
        switch (request.get("cmd").getAsString()) {
          case "stop": return;
          case "hello": reply = object("protocol", 1, "implementation", implementation, "capabilities", capabilities); break;
          case "run": reply = judge(request, formats.get(request.get("format").getAsString()), Set.of(rejections)); break;
          default: reply = object("result", "unsupported", "reason", "unknown command");
        }
      } catch (Exception error) { // the line is no JSON object with a command, or the testee itself broke
        reply = object("result", "failed", "message", error.toString());
      }
      reply.add("seq", request.get("seq"));
      out.println(reply);
    }
  }
}
