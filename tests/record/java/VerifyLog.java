import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Verifies published logs by the JDK alone, written from RFC 6962, RFC 8032 and the specifications of C2SP (signed-note,
 * tlog-checkpoint, tlog-tiles, tlog-proof, tlog-cosignature), and from no code of the product.
 *
 * <p>java VerifyLog.java LOG-KEY WITNESS-KEY FOLDER...
 */
public class VerifyLog {
  static final int HASH_BYTES = 32;
  static final int TILE_WIDTH = 256;
  static final byte ED25519 = 1;
  static final byte COSIGNATURE = 4;

  static class Refused extends Exception {
    Refused(String message) {
      super(message);
    }
  }

  record Key(String name, byte[] id, byte kind, PublicKey key) {
    boolean verifies(String text, byte[] signature) throws GeneralSecurityException {
      byte[] bare = signature;
      String signed = text;
      if (kind == COSIGNATURE) {
        if (signature.length != 72) return false;
        long seconds = ByteBuffer.wrap(signature).getLong();
        if (seconds <= 0) return false;
        signed = "cosignature/v1\ntime " + seconds + "\n" + text;
        bare = Arrays.copyOfRange(signature, 8, 72);
      }
      if (bare.length != 64) return false;
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(signed.getBytes(StandardCharsets.UTF_8));
      try {
        return verifier.verify(bare);
      } catch (SignatureException notAPoint) {
        return false;
      }
    }
  }

  record Checkpoint(long size, byte[] root) {}

  static byte[] sha256(byte[]... parts) throws GeneralSecurityException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (byte[] part : parts) digest.update(part);
    return digest.digest();
  }

  static byte[] leafHash(byte[] entry) throws GeneralSecurityException {
    return sha256(new byte[] {0}, entry);
  }

  static byte[] nodeHash(byte[] left, byte[] right) throws GeneralSecurityException {
    return sha256(new byte[] {1}, left, right);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Key parseKey(String vkey, byte kind) throws GeneralSecurityException, Refused {
    String[] parts = vkey.split("\\+", 3);
    if (parts.length != 3) throw new Refused("no verifier key");
    byte[] bytes = Base64.getDecoder().decode(parts[2]);
    byte[] id = Arrays.copyOf(sha256(utf8(parts[0] + "\n"), bytes), 4);
    boolean isKey = bytes.length == 33 && bytes[0] == kind;
    if (!isKey || !HexFormat.of().formatHex(id).equals(parts[1])) throw new Refused("no verifier key");
    byte[] prefix = HexFormat.of().parseHex("302a300506032b6570032100");
    ByteBuffer encoded = ByteBuffer.allocate(44).put(prefix).put(bytes, 1, HASH_BYTES);
    PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded.array()));
    return new Key(parts[0], id, kind, key);
  }

  /** A checkpoint that all these keys have signed; the first is the log's. */
  static Checkpoint open(String note, Key... keys) throws GeneralSecurityException, Refused {
    int end = note.lastIndexOf("\n\n");
    if (end < 0 || !note.endsWith("\n")) throw new Refused("no signed note");
    String text = note.substring(0, end + 1);
    for (Key key : keys) {
      boolean isSigned = false;
      for (String line : note.substring(end + 2).split("\n")) {
        String[] parts = line.split(" ");
        if (parts.length != 3 || !parts[0].equals("\u2014")) throw new Refused("no signature line");
        byte[] bytes = Base64.getDecoder().decode(parts[2]);
        boolean isOfKey = parts[1].equals(key.name) && Arrays.equals(Arrays.copyOf(bytes, 4), key.id);
        if (!isOfKey) continue;
        if (!key.verifies(text, Arrays.copyOfRange(bytes, 4, bytes.length)))
          throw new Refused("a signature of " + key.name + " is not its own");
        isSigned = true;
      }
      if (!isSigned) throw new Refused(key.name + " has not signed");
    }
    String[] lines = text.split("\n", -1);
    if (lines.length != 4 || !lines[0].equals(keys[0].name)) throw new Refused("no checkpoint of this log");
    if (!lines[1].matches("0|[1-9][0-9]{0,17}")) throw new Refused("no size");
    return new Checkpoint(Long.parseLong(lines[1]), hashOf(lines[2]));
  }

  static byte[] hashOf(String line) throws Refused {
    byte[] hash = Base64.getDecoder().decode(line);
    if (hash.length != HASH_BYTES) throw new Refused("no hash");
    return hash;
  }

  /** The Merkle tree hash, word for word as RFC 6962 defines it in 2.1. */
  static byte[] treeHash(List<byte[]> leaves) throws GeneralSecurityException {
    int count = leaves.size();
    if (count == 0) return sha256();
    if (count == 1) return leaves.get(0);
    int split = Integer.highestOneBit(count - 1);
    return nodeHash(treeHash(leaves.subList(0, split)), treeHash(leaves.subList(split, count)));
  }

  /** PATH(index, leaves) of RFC 6962, 2.1.1. */
  static List<byte[]> path(int index, List<byte[]> leaves) throws GeneralSecurityException {
    int count = leaves.size();
    if (count == 1) return new ArrayList<>();
    int split = Integer.highestOneBit(count - 1);
    List<byte[]> left = leaves.subList(0, split);
    List<byte[]> right = leaves.subList(split, count);
    List<byte[]> path = index < split ? path(index, left) : path(index - split, right);
    path.add(treeHash(index < split ? right : left));
    return path;
  }

  /** SUBPROOF(first, leaves, isWhole) of RFC 6962, 2.1.2. */
  static List<byte[]> subproof(int first, List<byte[]> leaves, boolean isWhole) throws GeneralSecurityException {
    int count = leaves.size();
    List<byte[]> proof = new ArrayList<>();
    if (first == count) {
      if (!isWhole) proof.add(treeHash(leaves));
      return proof;
    }
    int split = Integer.highestOneBit(count - 1);
    List<byte[]> left = leaves.subList(0, split);
    List<byte[]> right = leaves.subList(split, count);
    proof = first <= split ? subproof(first, left, isWhole) : subproof(first - split, right, false);
    proof.add(treeHash(first <= split ? right : left));
    return proof;
  }

  static boolean same(List<byte[]> one, List<byte[]> other) {
    if (one.size() != other.size()) return false;
    for (int n = 0; n < one.size(); n++) if (!Arrays.equals(one.get(n), other.get(n))) return false;
    return true;
  }

  static String place(long index, int width) {
    String digits = String.format("%0" + (String.valueOf(index).length() + 2) / 3 * 3 + "d", index);
    StringBuilder path = new StringBuilder();
    for (int at = 0; at < digits.length(); at += 3)
      path.append(at + 3 < digits.length() ? "x" + digits.substring(at, at + 3) + "/" : digits.substring(at));
    return width == TILE_WIDTH ? path.toString() : path + ".p/" + width;
  }

  static int width(long count, long index) {
    return (int) Math.min(TILE_WIDTH, count - index * TILE_WIDTH);
  }

  static List<byte[]> entries(Path folder, long size) throws IOException, Refused {
    List<byte[]> entries = new ArrayList<>();
    for (long index = 0; index * TILE_WIDTH < size; index++) {
      String path = "tile/entries/" + place(index, width(size, index));
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve(path)));
      while (bytes.hasRemaining()) {
        int length = bytes.remaining() < 2 ? -1 : Short.toUnsignedInt(bytes.getShort());
        if (length < 0 || length > bytes.remaining()) throw new Refused(path + " ends within an entry");
        byte[] entry = new byte[length];
        bytes.get(entry);
        entries.add(entry);
      }
      if (entries.size() != Math.min(size, (index + 1) * TILE_WIDTH)) throw new Refused(path + " has another width");
    }
    return entries;
  }

  /** Each level's tiles have the hashes that the level below makes. */
  static void checkTiles(Path folder, List<byte[]> leaves)
      throws IOException, GeneralSecurityException, Refused {
    List<byte[]> hashes = leaves;
    for (int level = 0; !hashes.isEmpty(); level++) {
      List<byte[]> above = new ArrayList<>();
      for (long index = 0; index * TILE_WIDTH < hashes.size(); index++) {
        int width = width(hashes.size(), index);
        String path = "tile/" + level + "/" + place(index, width);
        List<byte[]> own = hashes.subList((int) index * TILE_WIDTH, (int) index * TILE_WIDTH + width);
        ByteBuffer expected = ByteBuffer.allocate(width * HASH_BYTES);
        for (byte[] hash : own) expected.put(hash);
        if (!Arrays.equals(Files.readAllBytes(folder.resolve(path)), expected.array()))
          throw new Refused(path + " has other hashes");
        if (width == TILE_WIDTH) above.add(treeHash(own));
      }
      hashes = above;
    }
  }

  record Split(List<String> lines, String checkpoint) {}

  static Split split(Path file) throws IOException, Refused {
    String text = Files.readString(file);
    int end = text.indexOf("\n\n");
    if (end < 0) throw new Refused(file.getFileName() + " has no checkpoint");
    return new Split(List.of(text.substring(0, end).split("\n")), text.substring(end + 2));
  }

  static List<byte[]> hashes(List<String> lines) throws Refused {
    List<byte[]> hashes = new ArrayList<>();
    for (String line : lines) hashes.add(hashOf(line));
    return hashes;
  }

  static void checkProof(Path file, List<byte[]> leaves, Key log)
      throws IOException, GeneralSecurityException, Refused {
    Split proof = split(file);
    if (!proof.lines.get(0).equals("c2sp.org/tlog-proof@v1")) throw new Refused(file.getFileName() + " is no proof");
    Checkpoint checkpoint = open(proof.checkpoint, log);
    int index = Integer.parseInt(proof.lines.get(1).substring("index ".length()));
    if (index >= checkpoint.size || checkpoint.size > leaves.size()) throw new Refused("no place of a leaf");
    List<byte[]> tree = leaves.subList(0, (int) checkpoint.size);
    boolean isProof = same(hashes(proof.lines.subList(2, proof.lines.size())), path(index, tree));
    if (!isProof || !Arrays.equals(treeHash(tree), checkpoint.root))
      throw new Refused(file.getFileName() + " proves another leaf");
  }

  static void checkConsistency(Path file, List<byte[]> leaves, Key log)
      throws IOException, GeneralSecurityException, Refused {
    Split written = split(file);
    Checkpoint older = open(written.checkpoint, log);
    if (older.size > leaves.size()) throw new Refused("a tree of " + older.size + " leaves has become a smaller one");
    if (!written.lines.get(0).equals("old " + older.size)) throw new Refused("a proof of another size");
    if (!Arrays.equals(treeHash(leaves.subList(0, (int) older.size)), older.root))
      throw new Refused("the older tree is no beginning of this one");
    List<byte[]> proof = hashes(written.lines.subList(1, written.lines.size()));
    if (!same(proof, subproof((int) older.size, leaves, true))) throw new Refused("another proof of consistency");
  }

  static int check(Path folder, Key log, Key witness) throws IOException, GeneralSecurityException, Refused {
    Checkpoint checkpoint = open(Files.readString(folder.resolve("checkpoint")), log, witness);
    List<byte[]> leaves = new ArrayList<>();
    for (byte[] entry : entries(folder, checkpoint.size)) leaves.add(leafHash(entry));
    if (!Arrays.equals(treeHash(leaves), checkpoint.root)) throw new Refused("the entries have another root");
    checkTiles(folder, leaves);
    try (var files = Files.list(folder.resolve("proofs"))) {
      for (Path file : files.toList()) checkProof(file, leaves, log);
    }
    checkConsistency(folder.resolve("consistency"), leaves, log);
    return leaves.size();
  }

  public static void main(String[] args) throws Exception {
    Key log = parseKey(args[0], ED25519);
    Key witness = parseKey(args[1], COSIGNATURE);
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      Path folder = Path.of(name);
      try {
        System.out.println(folder.getFileName() + ": accepted " + check(folder, log, witness) + " entries");
      } catch (Refused | IOException | IllegalArgumentException error) {
        System.out.println(folder.getFileName() + ": refused: " + error.getMessage().replace("\n", " "));
      }
    }
  }
}
