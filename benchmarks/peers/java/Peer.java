// SPDX-License-Identifier: Apache-2.0
import java.io.*;
import java.lang.management.ManagementFactory;
import java.nio.*;
import java.nio.file.*;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;
import org.bson.*;
import org.bson.codecs.*;
import org.bson.io.ByteBufferBsonInput;

/** BSON by org.mongodb:bson: Peer WORK FILE; a BsonDocument of each document. Speaks the protocol of ../README.md. */
public final class Peer {
  static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
  static long vectors, bytes, sum;
  static long count = -1; // of each pass

  static long documents(byte[] input, boolean adding) {
    long documents = 0;
    var source = new ByteBufferBsonInput(new ByteBufNIO(ByteBuffer.wrap(input)));
    for (; source.getPosition() < input.length; ++documents) {
      var document = CODEC.decode(new BsonBinaryReader(source), DecoderContext.builder().build());
      if (adding) add(document);
    }
    return documents;
  }

  static void add(BsonValue value) {
    if (value instanceof BsonDocument members) members.values().forEach(Peer::add);
    if (value instanceof BsonArray elements) elements.forEach(Peer::add);
    if (value instanceof BsonBinary binary && binary.getType() == BsonBinarySubType.VECTOR.getValue()) {
      ++vectors;
      bytes += binary.getData().length - 2;
      sum += sum(binary.getData());
    }
  }

  /** Without the two bytes before the elements. */
  static long sum(byte[] payload) {
    long total = 0;
    for (int i = 2; i < payload.length; ++i) total += payload[i] & 0xff;
    return total;
  }

  static String documentsAnswer(byte[] input) {
    vectors = bytes = sum = 0;
    long documents = documents(input, true);
    return String.format("documents=%d vectors=%d vector_bytes=%d vector_sum=%d", documents, vectors, bytes, sum);
  }

  static long elements(byte[] payload) {
    return new BsonBinary(BsonBinarySubType.VECTOR, payload).asVector().asFloat32Vector().getData().length;
  }

  /** Of this thread alone: the clock of the process counts hundredths of a second. */
  static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Nanoseconds of so many passes, of the processor and by the clock. */
  static String passes(Callable<Long> pass, long number) throws Exception {
    long cpu = processorTime(), start = System.nanoTime();
    for (long i = 0; i < number; ++i) {
      long each = pass.call();
      if (count < 0) count = each;
      if (each != count) throw new IllegalStateException("passes do not agree");
    }
    long wall = System.nanoTime() - start;
    return (processorTime() - cpu) + " " + wall;
  }

  static String version() throws Exception {
    try (var jar = new JarFile(BsonDocument.class.getProtectionDomain().getCodeSource().getLocation().getPath())) {
      return jar.getManifest().getMainAttributes().getValue("Bundle-Version");
    }
  }

  static void serve(String work, byte[] input) throws Exception {
    boolean payload = work.equals("bson-vector");
    Callable<Long> pass = payload ? () -> elements(input) : () -> documents(input, false);
    System.out.println("loaded " + version() + ", Java " + Runtime.version());
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null;) {
      if (line.equals("check")) {
        System.out.println(payload ? "elements=" + elements(input) + " sum=" + sum(input) : documentsAnswer(input));
        continue;
      }
      System.out.println(passes(pass, Long.parseLong(line.substring("run ".length()))));
    }
  }

  public static void main(String[] arguments) {
    try {
      serve(arguments[0], Files.readAllBytes(Path.of(arguments[1])));
    } catch (Exception error) {
      System.out.println("cannot " + error.toString().replaceAll("\\s+", " "));
      System.exit(2);
    }
  }
}
