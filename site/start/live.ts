/** The box of the start page that shows what the package makes of what is typed, as it is typed. */
import { generateKey, generateNonce, load, type RomulusSync, toHex } from 'romulus-wasm';

const element = (id: string) => document.getElementById(id) as HTMLElement;
const message = element('message') as HTMLTextAreaElement;
const key = generateKey();

function show(romulus: RomulusSync): void {
  const plaintext = new TextEncoder().encode(message.value);
  element('digest').textContent = toHex(romulus.romulusH(plaintext));
  // A nonce never repeats under a key, not even in a demonstration.
  const ciphertext = romulus.romulusN.encrypt({ key, nonce: generateNonce(), plaintext });
  element('ciphertext').textContent = toHex(ciphertext);
}

async function start(): Promise<void> {
  try {
    const romulus = await load();
    message.addEventListener('input', () => show(romulus));
    show(romulus);
  } catch (error) {
    element('live-note').textContent = `This browser cannot run it: ${(error as Error).message}`;
  }
}

start();
