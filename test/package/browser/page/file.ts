/** A page's program: encrypts and decrypts a chosen file, at once and in pipes, and reads a part of it. */
import * as romulus from '../../../../ts/index.js';
import { decryptBlob, decryptStream, encryptBlob, encryptStream, openEncrypted } from '../../../../ts/stream/index.js';
import { answer } from './answer.js';

const input = document.createElement('input');
input.type = 'file';
document.body.append(input);
input.onchange = () => answer(work(input.files![0]!));

async function work(file: File) {
  const key = romulus.generateKey();
  const passphrase = new TextEncoder().encode('correct horse battery staple');
  const sealed = await encryptBlob(file, { passphrase, cost: 1024 });
  const opened = await decryptBlob(sealed, { passphrase });
  const piped = file.stream().pipeThrough(encryptStream({ key })).pipeThrough(decryptStream({ key }));
  const encryptedFile = await openEncrypted(sealed, { passphrase });
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => 'accepted',
      (error) => error.code,
    );
  return {
    name: file.name,
    digests: [
      String(await romulus.hashStream(file)),
      String(await romulus.hashStream(opened)),
      String(await romulus.hashStream(piped)),
    ],
    part: new TextDecoder().decode(await encryptedFile.read(1_000_000, 1_000_007)),
    wrongPassphrase: await refusal(decryptBlob(sealed, { passphrase: passphrase.subarray(1) })),
    cutOff: await refusal(decryptBlob(sealed.slice(0, -1), { passphrase })),
    notSealed: await refusal(decryptBlob(file, { passphrase })),
  };
}
