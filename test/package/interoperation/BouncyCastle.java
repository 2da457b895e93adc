/* Answers requests from standard input with BouncyCastle's Romulus; bouncycastle.test.ts tells their form. */

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.RomulusDigest;
import org.bouncycastle.crypto.engines.RomulusEngine;
import org.bouncycastle.crypto.engines.RomulusEngine.RomulusParameters;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

final class BouncyCastle {
    private static final int TAG_BITS = 128;

    public static void main(String[] arguments) throws IOException {
        DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
        for (int mode = requests.read(); mode != -1; mode = requests.read()) {
            int operation = requests.readUnsignedByte();
            byte[] key = readBytes(requests);
            byte[] nonce = readBytes(requests);
            byte[] associatedData = readBytes(requests);
            byte[] text = readBytes(requests);
            byte[] answer = operation == 'h' ? digest(text) : work(mode, operation == 'e', key, nonce, associatedData, text);
            // A length of -1 means that the text is not authentic.
            answers.writeInt(answer == null ? -1 : answer.length);
            if (answer != null) answers.write(answer);
        }
        answers.flush();
    }

    private static byte[] readBytes(DataInputStream from) throws IOException {
        byte[] bytes = new byte[from.readInt()];
        from.readFully(bytes);
        return bytes;
    }

    private static byte[] digest(byte[] message) {
        RomulusDigest digest = new RomulusDigest();
        digest.update(message, 0, message.length);
        byte[] result = new byte[digest.getDigestSize()];
        digest.doFinal(result, 0);
        return result;
    }

    /** Null if the text is not authentic. */
    private static byte[] work(int mode, boolean encrypts, byte[] key, byte[] nonce, byte[] associatedData, byte[] text) {
        RomulusEngine engine = new RomulusEngine(switch (mode) {
            case 'N' -> RomulusParameters.RomulusN;
            case 'M' -> RomulusParameters.RomulusM;
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
