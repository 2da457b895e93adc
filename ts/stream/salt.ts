/** The salts of files. Salts differ even if the random generator repeats itself. */
import { type Bytes, randomBytes } from '../api/bytes.js';
import { clock } from '../runtime/event-loop.js';
import { romulusH } from '../suites/romulus/hash.js';

const saltLength = 16;

/** No other hash of the format begins with this label. */
const label = /* @__PURE__ */ new TextEncoder().encode('ROMULUS 2 salt');
const randomLength = 32;

/** The number of salts that this copy of the package has made. */
let count = 0;

/** Makes a new salt: a digest of random bytes, two clocks and a counter. A salt repeats only if all these inputs repeat. */
async function makeSalt(): Promise<Bytes> {
  const random = randomBytes(randomLength);
  const others = new Uint8Array(Float64Array.of(Date.now(), clock.now(), count++).buffer);
  const message = new Uint8Array(label.length + randomLength + others.length);
  message.set(label);
  message.set(random, label.length);
  message.set(others, label.length + randomLength);
  random.fill(0);
  try {
    const digest = await romulusH(message);
    const salt = digest.slice(0, saltLength);
    digest.fill(0);
    return salt;
  } finally {
    message.fill(0);
  }
}

/** An object with the function, so that tests can replace the function by one with known salts. */
export const salts = { make: makeSalt };
