/** Work in parts of which one fails: what the others have begun is given up, and they begin nothing more. */
import { expect, it } from 'vitest';
import { flipBit, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { overhear, pooled, silence } from '../pool/workers.js';

/** A pool, its workers, and the types of all orders that they get; from when they are told to, they answer nothing but the next job. */
async function watchedPool() {
  const { pool, workers } = await pooled({ size: 2 });
  const orders: string[] = [];
  let awaitsNext = false;
  const hear = ({ type, id }: { type: string; id: number }) => {
    if (type === undefined) return;
    orders.push(type);
    if (!awaitsNext || type !== 'work') return;
    awaitsNext = false;
    for (const one of workers) silence(one, id);
  };
  for (const one of workers) overhear(one, hear);
  const onlyNextAnswers = () => {
    awaitsNext = true;
  };
  return { pool, workers, orders, onlyNextAnswers };
}

const count = (orders: string[], type: string) => orders.filter((each) => each === type).length;

it('a read of a file that is not authentic asks for no more chunks', async () => {
  const { pool, orders, onlyNextAnswers } = await watchedPool();
  const sealed = await pool.encryptBlob(new Blob([text(40_000_000)]), { key });
  const forged = flipBit(new Uint8Array(await sealed.arrayBuffer()), 8 * 100_000) as Uint8Array<ArrayBuffer>;
  const file = await pool.openSealed(new Blob([forged]), { key });
  orders.length = 0;
  // So the others of the first four batches are under way when the first fails, however fast they are.
  onlyNextAnswers();
  const error = await rejection(() => file.read(0));
  expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  // Both workers have said all they had to say of the file by then.
  await Promise.all(Array.from({ length: 4 }, () => pool.romulusN.encrypt({ key, nonce, plaintext: text(4_000_000) })));
  // Of 20 batches.
  expect(count(orders, 'work') - 4).toBe(4);
  expect(count(orders, 'cancel')).toBe(3);
});

it("a list's other parts are given up when the caller's function fails", async () => {
  const { pool, workers, orders } = await watchedPool();
  for (const one of workers) silence(one);
  const list = [10_000_000, 10_000_000].map((length) => ({ key, nonce, plaintext: text(length) }));
  const cause = new Error('of the caller');
  expect(await rejection(() => pool.romulusM.encryptMany(list, { onProgress: throwing(cause) }))).toBe(cause);
  expect(count(orders, 'work')).toBe(2);
  expect(count(orders, 'cancel')).toBe(2);
});
