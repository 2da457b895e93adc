/** The salts of files, which stay different where a random generator repeats itself. */
import { type Bytes, randomBytes } from '../api/bytes.js';
import { clock } from '../runtime/event-loop.js';
import { romulusH } from '../suites/romulus/hash.js';

const saltLength = 16;

/** No other hash of the format begins with it. */
const label = /* @__PURE__ */ new TextEncoder().encode('ROMULUS 2 salt');
const randomLength = 32;

/** The number of salts that this copy of the package has made. */
let count = 0;

/** A new salt. It is a digest of random bytes, of both clocks and of a counter: it repeats only if all of them do. */
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

/** An object, since tests of the format need salts that they know. */
export const salts = { make: makeSalt };
