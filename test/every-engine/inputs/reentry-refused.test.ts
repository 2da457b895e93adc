/** A call that comes in the middle of another one: it is refused before it touches the memory, and the other one goes on. */
import { describe, expect, it } from 'vitest';
import { ad, bytesIn, expectAllSame, expectSame, key, nonce, rejection, text, thrown } from '../../fixtures/bytes.js';
import { afterEachCall, cleanCheck, loadedPackage } from '../../fixtures/instance.js';

describe('a call in the middle of another one', () => {
  /** The module, of which each function does something besides; nothing of a caller's runs there otherwise. */
  const within = async () => {
    let act = () => {};
    const package_ = await loadedPackage((exports) => afterEachCall(exports, () => act()));
    return {
      ...package_,
      /** Runs `call`, in the middle of which `then` runs once at each place. */
      async during<Result>(call: () => Result, then: () => void): Promise<Awaited<Result>> {
        let acts = false;
        act = () => {
          if (acts) return;
          acts = true;
          then();
          acts = false;
        };
        try {
          return await call();
        } finally {
          act = () => {};
        }
      },
    };
  };
  const request = { key, nonce, plaintext: text(64), associatedData: ad(32) };
  const refused = { code: 'ERR_ROMULUS_USAGE', message: 'this call came in the middle of another one' };

  it('throws before it touches the memory, and the other call goes on', async () => {
    const { sync, romulus: promises, during, ...instance } = await within();
    const expectClean = cleanCheck({ sync, ...instance });
    const hasher = sync.createHasher();
    const long = { ...request, plaintext: text(20_000) };
    const ciphertext = sync.romulusN.encrypt(request);
    const { ciphertext: body, tag } = sync.romulusN.encryptDetached(request);
    const inner: Record<string, () => unknown> = {
      encrypt: () => sync.romulusN.encrypt(request),
      'encrypt of a long message': () => sync.romulusM.encrypt(long),
      decrypt: () => sync.romulusN.decrypt({ ...request, ciphertext }),
      decryptDetached: () => sync.romulusN.decryptDetached({ ...request, ciphertext: body, tag }),
      encryptMany: () => sync.romulusT.encryptMany([request, request]),
      seal: () => sync.seal({ key, plaintext: text(3) }),
      romulusH: () => sync.romulusH(text(3)),
      'romulusH of a long message': () => sync.romulusH(text(20_000)),
      hashMany: () => sync.hashMany([text(3), text(5)]),
      createHasher: () => sync.createHasher(),
      update: () => hasher.update(text(3)),
      digest: () => hasher.digest(),
      romulusHmac: () => sync.romulusHmac({ key, message: text(3) }),
      romulusHkdf: () => sync.romulusHkdf({ key, length: 40 }),
    };
    const promised: Record<string, () => Promise<unknown>> = {
      encrypt: () => promises.romulusN.encrypt(request),
      'encrypt of a long message': () => promises.romulusN.encrypt(long),
      encryptMany: () => promises.romulusN.encryptMany([request, request]),
      romulusH: () => promises.romulusH(text(3)),
      hashMany: () => promises.hashMany([text(3)]),
      romulusHmac: () => promises.romulusHmac({ key, message: text(3) }),
    };
    const outer: Record<string, () => unknown> = {
      ...inner,
      unseal: () => sync.unseal({ key, sealed: sync.seal({ key, plaintext: text(3) }) }),
      'a list by promise': () => promises.romulusN.encryptMany(new Array(9).fill(long)),
    };
    for (const name of ['seal', 'update', 'digest', 'createHasher']) delete outer[name];
    for (const [name, call] of Object.entries(outer)) {
      const expected = await bytesIn(await call());
      let times = 0;
      const rejections: Promise<unknown>[] = [];
      const result = await during(call, () => {
        times++;
        for (const again of Object.values(inner)) expect(thrown(again)).toMatchObject(refused);
        for (const again of Object.values(promised))
          rejections.push(rejection(again).then((error) => expect(error).toMatchObject(refused)));
      });
      await Promise.all(rejections);
      expect(times, name).toBeGreaterThan(0);
      expectAllSame(await bytesIn(result), expected, name);
      expectClean(name);
    }
    // A hasher that was refused has lost nothing.
    expectSame(hasher.update(text(3)).digest(), sync.romulusH(text(3)));
  });

  it('is refused no more once the other has failed', async () => {
    const { sync, during, ...instance } = await within();
    const expectClean = cleanCheck({ sync, ...instance });
    const expected = sync.romulusN.encrypt(request);
    const calls: (() => unknown)[] = [
      () => sync.romulusN.encrypt(request),
      () => sync.romulusN.decrypt({ ...request, ciphertext: expected }),
      () => sync.romulusM.encryptMany(new Array(9).fill(request)),
      () => sync.romulusH(text(20_000)),
      () => sync.createHasher(),
    ];
    for (const call of calls) {
      const error = new Error('in the middle');
      const failing = during(
        async () => call(),
        () => {
          throw error;
        },
      );
      expect(await rejection(() => failing)).toBe(error);
      expectClean('a call that failed');
      expectSame(sync.romulusN.encrypt(request), expected);
    }
    expect(thrown(() => sync.romulusN.decrypt({ ...request, ciphertext: text(80) }))).toMatchObject({
      code: 'ERR_ROMULUS_AUTH',
    });
    expectSame(sync.romulusN.encrypt(request), expected);
  });
});
