/* Answers requests from standard input with BouncyCastle's Romulus; bouncycastle.test.ts tells their form. */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.RomulusDigest;
import org.bouncycastle.crypto.engines.RomulusEngine;
import org.bouncycastle.crypto.engines.RomulusEngine.RomulusParameters;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

final class BouncyCastle {
    private static final int TAG_BITS = 128;

    public static void main(String[] arguments) throws IOException {
        HexFormat hex = HexFormat.of();
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder answers = new StringBuilder();
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] words = line.split(" ", -1);
            byte[][] bytes = Arrays.stream(words).skip(2).map(hex::parseHex).toArray(byte[][]::new);
            byte[] text = bytes[3];
            boolean encrypts = words[0].equals("encrypt");
            byte[] answer = words[0].equals("hash") ? digest(text) : work(words[1], encrypts, bytes[0], bytes[1], bytes[2], text);
            answers.append(answer == null ? "not authentic" : hex.formatHex(answer)).append('\n');
        }
        System.out.print(answers);
    }

    private static byte[] digest(byte[] message) {
        RomulusDigest digest = new RomulusDigest();
        digest.update(message, 0, message.length);
        byte[] result = new byte[digest.getDigestSize()];
        digest.doFinal(result, 0);
        return result;
    }

    /** Null if the text is not authentic. */
    private static byte[] work(String mode, boolean encrypts, byte[] key, byte[] nonce, byte[] associatedData, byte[] text) {
        RomulusEngine engine = new RomulusEngine(switch (mode) {
            case "N" -> RomulusParameters.RomulusN;
            case "M" -> RomulusParameters.RomulusM;
            default -> RomulusParameters.RomulusT;
        });
        engine.init(encrypts, new AEADParameters(new KeyParameter(key), TAG_BITS, nonce, associatedData));
        byte[] output = new byte[engine.getOutputSize(text.length)];
        try {
            int length = engine.processBytes(text, 0, text.length, output, 0);
            length += engine.doFinal(output, length);
            return Arrays.copyOf(output, length);
        } catch (InvalidCipherTextException notAuthentic) {
            return null;
        }
    }
}
