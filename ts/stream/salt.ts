/** The salts of files. Salts differ even if the random generator repeats itself, unless the clock and a counter do too. */
import { type Bytes, randomBytes } from '../base/bytes.js';
import { clock } from '../runtime/event-loop.js';
import { labelledDigest } from './labelled-digest.js';

const saltLength = 16;
const randomLength = 32;

let count = 0;

/** A digest of random bytes, two clocks and a counter. A salt repeats only if all these inputs repeat. */
async function makeSalt(): Promise<Bytes> {
  const others = Float64Array.of(Date.now(), clock.now(), count++);
  const message = new Uint8Array(randomLength + others.byteLength);
  const random = randomBytes(randomLength);
  message.set(random);
  message.set(new Uint8Array(others.buffer), randomLength);
  random.fill(0);
  try {
    const digest = await labelledDigest('ROMULUS 2 salt', message);
    const salt = digest.slice(0, saltLength);
    digest.fill(0);
    return salt;
  } finally {
    message.fill(0);
  }
}

/** Tests replace this function by one with known salts. */
export const salts = { make: makeSalt };
