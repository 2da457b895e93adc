/** JSON that is expensive to parse: deep nesting is refused unparsed, and long bodies leave turns to others. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import { announced, Connection, health, inFlight, post, Service } from './service.js';

const tooDeep = 'The JSON is nested too deeply.';

describe('JSON that nests too deeply', () => {
  it.each(['[[[', '{"messages":[[', '[],{},[{"a":{', '{"a\\"]]":["\\\\",{'])(
    'is refused before the rest of it arrives: %s',
    async (sent) => {
      const service = await Service.forThisTest();
      for (const pieces of [[sent], [...sent]]) {
        const connection = Connection.sending(service, announced('/hash/many', 100_000));
        for (const piece of pieces) {
          expect(connection.received).toBe('');
          connection.socket.write(piece);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(await connection.answers(1)).toEqual([400]);
        expect(connection.received).toContain(`{"error":"bad_request","message":"${tooDeep}"}`);
      }
    },
  );

  it('is not confused with brackets in texts', async () => {
    const service = await Service.forThisTest();
    for (const messages of [['[[['], ['\\"[[[['], ['"[{[{'], ['[[["', '{{{']]) {
      const { status, text } = await service.postJson('/hash/many', { messages });
      expect(status).toBe(400);
      expect(text).not.toContain(tooDeep);
    }
    const message = { device: '[[[{{{', nonce: '[[[[', ciphertext: '\\"[[[' };
    expect((await service.postJson('/open', message)).text).not.toContain(tooDeep);
  });
});

it('answers others between one long body and the next', async () => {
  const service = await Service.forThisTest({ LOG_LEVEL: 'info' });
  const healthy = new Connection(service);
  healthy.socket.write(health);
  await healthy.answers(1);
  const body = `[${'{},'.repeat(340_000)}1]`;
  const request = post('/hash/many', body);
  const connections = Array.from({ length: 60 }, () => Connection.sending(service, request.slice(0, -1)));
  await service.until(inFlight('/hash/many'), (value) => value === connections.length);
  await eventually(() => connections.every(({ socket }) => socket.writableLength === 0)).toBe(true);
  // Each answer takes a turn in which the service reads on, so afterwards it has all bodies except their ends.
  for (let i = 0; i < 40; i++) await service.get('/healthz');
  let answered = 0;
  let answeredBefore: number | undefined;
  const count = () => {
    answered = connections.filter(({ received }) => received !== '').length;
  };
  for (const { socket } of connections) socket.on('data', count);
  healthy.socket.on('data', () => {
    answeredBefore ??= answered;
  });
  for (const { socket } of connections) socket.write(']');
  healthy.socket.write(health);
  await healthy.answers(2);
  expect(answeredBefore).toBeLessThan(10);
  for (const connection of connections) expect(await connection.answers(1)).toEqual([400]);
}, 120_000);
