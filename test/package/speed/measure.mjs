// Measures the gain of a suite's lists: `node --import tsx measure.mjs <suite> <milliseconds>` prints ratios of times
// as JSON, for each mode and for files. It runs in its own process, so that no other code has shaped the engine's.
import { encryptBlob } from 'romulus-wasm/stream';
import { suites } from '../../../ts/suites/table.ts';

const [suite, milliseconds] = [process.argv[2], Number(process.argv[3])];
const { entry, modes, hash } = suites[suite];
const { load, ...functions } = await import(entry === 'index' ? 'romulus-wasm' : `romulus-wasm/${entry}`);
const loaded = await load();

/** The length of the longest message that lies in a lane as a whole. */
const length = 2000;
/** The length of a message that ends well before another lane wants its next piece. */
const shortLength = 500;
const randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
const listOf = (count, make) => Array.from({ length: count }, make);

/** The number of calls in this time; at least one. */
async function countIn(time, call) {
  const end = performance.now() + time;
  for (let count = 1; ; count++) {
    await call();
    if (performance.now() >= end) return count;
  }
}

/**
 * The milliseconds of each call. The calls take turns, in samples of a third of a millisecond, or of one call if that
 * is longer. Returns a low sample of many counts: other work on the machine only adds time.
 */
async function measure(calls) {
  const sampled = [];
  for (const call of Object.values(calls)) {
    const count = Math.ceil((await countIn(milliseconds, call)) / (3 * milliseconds));
    sampled.push({ call, count, samples: [] });
  }
  const end = performance.now() + 3 * milliseconds * sampled.length;
  for (let round = 0; round < 20 || performance.now() < end; round++) {
    for (const { call, count, samples } of sampled) {
      const start = performance.now();
      for (let i = 0; i < count; i++) await call();
      samples.push((performance.now() - start) / count);
    }
  }
  const low = (samples) => samples.sort((a, b) => a - b)[Math.floor(samples.length / 10)];
  return Object.fromEntries(Object.keys(calls).map((name, i) => [name, low(sampled[i].samples)]));
}

/** The function for one message and the one for a list, of a mode or a hash, and a maker of messages. */
function functionsOf({ name, nonceLength }) {
  const aead = Object.values(loaded).find((each) => each.name === name);
  if (!aead) return { make: randomBytes, one: loaded.romulusH, many: loaded.hashMany };
  const make = (length) => ({ key: randomBytes(16), nonce: randomBytes(nonceLength), plaintext: randomBytes(length) });
  return { aead, make, one: aead.encrypt, many: aead.encryptMany };
}

/**
 * Returns one long message, and short messages that are as long together in each of the other lanes. The list is fast
 * only if a lane takes its next message as soon as the lane is free. With more and shorter messages, the package would
 * use fewer lanes.
 */
function unequalList([width, cost], make) {
  const parts = Math.max(2, Math.floor((width - 1) / (cost * 1.1 - 1)));
  return [make(parts * shortLength), ...listOf(parts * (width - 1), () => make(shortLength))];
}

async function measureMode({ laneCosts, laneLimit, ...mode }) {
  const { aead, make, one, many } = functionsOf(mode);
  const [narrow, wide] = [laneCosts[0][0], laneCosts.at(-1)[0]];
  const all = listOf(wide, () => make(laneLimit ? 64 : length));
  const few = all.slice(0, narrow);
  const unequal = unequalList(laneCosts.at(-1), make);
  const [first, rest] = [unequal.slice(0, wide), unequal.slice(wide)];
  const calls = {
    alone: () => all.forEach(one),
    many: () => many(all),
    few: () => many(few),
    first: () => many(first),
    rest: () => many(rest),
    unequal: () => many(unequal),
  };
  if (aead) {
    const sealed = all.map(({ plaintext, ...request }) => ({ ...request, ciphertext: one({ ...request, plaintext }) }));
    calls.decryptedAlone = () => sealed.forEach(aead.decrypt);
    calls.decrypted = () => aead.decryptMany(sealed);
  }
  const time = await measure(calls);
  return {
    list: time.alone / time.many,
    decryptedList: time.decryptedAlone / time.decrypted,
    shortList: time.alone / wide / (time.few / narrow),
    wide: time.few / narrow / (time.many / wide),
    refilled: (time.first + time.rest - time.unequal) / time.rest,
  };
}

/** The promise form for a list, and the chunks of a file, compared with the same messages one by one. */
async function measurePromises() {
  const { make, one } = functionsOf(modes.N);
  const all = listOf(32, () => make(length));
  const chunks = listOf(32, () => make(65_536));
  const file = new Blob(chunks.map(({ plaintext }) => plaintext));
  const key = randomBytes(16);
  const time = await measure({
    alone: () => all.forEach(one),
    many: () => functions.romulusN.encryptMany(all),
    chunks: () => chunks.forEach(one),
    file: async () => (await encryptBlob(file, { key })).arrayBuffer(),
  });
  return { promise: { list: time.alone / time.many }, file: { list: time.chunks / time.file } };
}

const ratios = {};
for (const mode of [...Object.values(modes), ...(hash ? [hash] : [])]) ratios[mode.name] = await measureMode(mode);
if (suite === 'romulus') Object.assign(ratios, await measurePromises());
console.log(JSON.stringify(ratios));
