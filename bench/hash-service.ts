/**
 * Measures examples/hash-service: opens messages through it with each replay store, alone and in lists, compares every
 * answer, and prints messages a second. `REDIS=redis://… npx tsx bench/hash-service.ts` measures with a Redis too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { generateKey, romulusN } from '../ts/index.js';

const cwd = fileURLToPath(new URL('../examples/hash-service', import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 3);
const stores = ['none', 'memory', process.env.REDIS].flatMap((store) => store ?? []);
const keys = Array.from({ length: 200 }, generateKey);
const folder = mkdtempSync(join(tmpdir(), 'hash-service-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const file = join(folder, 'keys.json');
const ofDevices = keys.map((key, i) => [`device ${i}`, { 0: Buffer.from(key).toString('hex') }]);
writeFileSync(file, JSON.stringify(Object.fromEntries(ofDevices)));

interface Exchange {
  request: Buffer;
  status: number;
  answer: Buffer;
}

const requestOf = (path: string, type: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ]);

let number = BigInt(Date.now()) << 20n;

/** Makes requests of `size` messages each, or of one message in JSON. One message in 20 is forged. */
async function makeExchanges(count: number, size: number) {
  const plain = Array.from({ length: count * size }, (_, i) => {
    const nonce = Buffer.alloc(16);
    nonce.writeBigUInt64BE(number + BigInt(Math.floor(i / keys.length)));
    return { key: keys[i % keys.length]!, nonce, plaintext: Buffer.from(`reading ${i}`) };
  });
  number += BigInt(count * size);
  const ciphertexts = await romulusN.encryptMany(plain);
  const messages = plain.map(({ nonce, plaintext }, i) => {
    const ciphertext = Buffer.from(ciphertexts[i]!);
    const forged = i % 20 === 7;
    if (forged) ciphertext[i % 16] = ~Number(ciphertext[i % 16]);
    return {
      device: `device ${i % keys.length}`,
      nonce,
      ciphertext,
      forged,
      plaintext: forged ? Buffer.alloc(0) : plaintext,
    };
  });
  return Array.from({ length: count }, (_, i) => {
    const list = messages.slice(i * size, (i + 1) * size);
    const [{ device, nonce, ciphertext, forged, plaintext }] = list as [(typeof messages)[number]];
    if (size === 1) {
      const body = { device, nonce: nonce.toString('base64'), ciphertext: ciphertext.toString('base64') };
      const problem = { error: 'not_authentic', message: 'The message is not authentic.' };
      const answer = forged ? problem : { plaintext: plaintext.toString('base64') };
      const request = requestOf('/open', 'application/json', Buffer.from(JSON.stringify(body)));
      return { request, status: forged ? 422 : 200, answer: Buffer.from(JSON.stringify(answer)) };
    }
    const body = list.flatMap(({ device, nonce, ciphertext }) => {
      const head = Buffer.alloc(11);
      head[0] = device.length;
      head.writeUInt32BE(ciphertext.length, 7);
      return [head, Buffer.from(device), nonce, ciphertext];
    });
    const answer = list.flatMap(({ forged, plaintext }) => {
      const head = Buffer.from([forged ? 1 : 0, 0, 0, 0, plaintext.length]);
      return [head, plaintext];
    });
    const request = requestOf('/open/many', 'application/octet-stream', Buffer.concat(body));
    return { request, status: 200, answer: Buffer.concat(answer) };
  });
}

/** Sends the requests over some connections, each of which waits for its answer. Returns the requests a second. */
async function send(port: number, exchanges: Exchange[], connections: number) {
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1').setNoDelay();
      const parts = socket[Symbol.asyncIterator]();
      for (let exchange = exchanges[next++]; exchange; exchange = exchanges[next++]) {
        socket.write(exchange.request);
        let received = Buffer.alloc(0);
        let end = 0;
        while (end === 0 || received.length < end) {
          const { value, done } = await parts.next();
          if (done) throw new Error('the service ended a connection');
          received = received.length === 0 ? value : Buffer.concat([received, value]);
          const head = received.indexOf('\r\n\r\n') + 4;
          const length = /content-length: (\d+)/.exec(received.toString('latin1', 0, head))?.[1];
          if (length) end = head + Number(length);
        }
        const isRight = received.subarray(end - exchange.answer.length).equals(exchange.answer);
        if (!isRight || Number(received.toString('latin1', 9, 12)) !== exchange.status)
          throw new Error(`a wrong answer: ${received.toString('latin1', 0, 500)}`);
      }
      socket.destroy();
    }),
  );
  return (1000 * exchanges.length) / (performance.now() - begun);
}

const forms = [
  { form: '/open', count: 30_000, size: 1, connections: 64 },
  { form: '/open/many, bytes', count: 300, size: 1000, connections: 4 },
];
const rates: Record<string, number[]> = {};
for (let round = 0; round < rounds; round++)
  for (const store of stores) {
    const env = { ...process.env, PORT: '0', OPERATIONS_PORT: '0', KEY_FILE: file, REPLAY_STORE: store };
    const service = spawn(process.execPath, ['server.js'], { cwd, env });
    service.stderr.pipe(process.stderr);
    let port = 0;
    for await (const line of createInterface(service.stdout)) {
      port = Number(/listening at \S+:(\d+)/.exec(line)?.[1] ?? port);
      if (line.includes('metrics at')) break;
    }
    for (const { form, count, size, connections } of forms) {
      // The first requests warm the service up.
      for (const part of [0.2, 1]) {
        const rate = size * (await send(port, await makeExchanges(count * part, size), connections));
        const name = `${form}, ${store.replace(/:.*/, '')}`;
        if (part === 1) rates[name] = [...(rates[name] ?? []), Math.round(rate)];
      }
    }
    service.kill();
    await once(service, 'exit');
  }
for (const [name, all] of Object.entries(rates)) {
  all.sort((a, b) => a - b);
  console.log(`${name.padEnd(28)} ${all[all.length >> 1]} messages a second, ${all[0]} to ${all.at(-1)}`);
}
