/** Passphrases: which are the same, how many are stretched at a time, and what becomes of a derivation that is given up or fails. */
import { describe, expect, it, vi } from 'vitest';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';
import { worker } from '../../every-engine/pool/workers.js';
import { concatenate, expectSame, rejection, text } from '../../fixtures/bytes.js';
import { turns } from '../../fixtures/runtime.js';
import { withoutNativeScrypt } from '../../fixtures/scrypt.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { bytesOf, reference } from './files.js';
import { heldScrypt } from './passphrases.js';

const cost = 1024;
const utf8 = (characters: string) => new TextEncoder().encode(characters);
const blob = new Blob(['text']);
const seal = (passphrase: Uint8Array) => encryptBlob(blob, { passphrase, cost });
const opens = (sealed: Blob, passphrase: Uint8Array) =>
  decryptBlob(sealed, { passphrase }).then(
    () => true,
    (error) => {
      if (error.code === 'ERR_ROMULUS_AUTH') return false;
      throw error;
    },
  );

describe('the same file is opened by', () => {
  it.each([
    { what: 'a composed and a decomposed accent', one: utf8('Gl\u00fcck'), other: utf8('Glu\u0308ck') },
    { what: 'marks in one order and in the other', one: utf8('q\u0323\u0307'), other: utf8('q\u0307\u0323') },
    { what: 'an en quad and an en space', one: utf8('a\u2000b'), other: utf8('a\u2002b') },
    { what: 'an em quad and an em space', one: utf8('a\u2001b'), other: utf8('a\u2003b') },
    { what: 'a Greek question mark and a semicolon', one: utf8('a\u037e'), other: utf8('a;') },
    { what: 'a Greek middle dot and another', one: utf8('a\u0387'), other: utf8('a\u00b7') },
    { what: 'a Greek varia and a grave accent', one: utf8('a\u1fef'), other: utf8('a`') },
    { what: 'an angle bracket for mathematics and another', one: utf8('\u2329'), other: utf8('\u3008') },
    { what: 'a sign for kelvin and a K', one: utf8('\u212a'), other: utf8('K') },
    { what: 'a ligature of jamos and its syllable', one: utf8('\uac00'), other: utf8('\u1100\u1161') },
  ])('$what', async ({ one, other }) => {
    expect(await opens(await seal(one), other)).toBe(true);
    expect(await opens(await seal(other), one)).toBe(true);
  });
});

describe('a passphrase as a text', () => {
  it('is its UTF-8 in form NFC', async () => {
    for (const passphrase of ['a', 'Gl\u00fcck', 'Glu\u0308ck', '\u{1f511} key']) {
      expect(await opens(await encryptBlob(blob, { passphrase, cost }), utf8(passphrase))).toBe(true);
      const sealed = await seal(utf8(passphrase));
      for (const form of ['NFC', 'NFD'])
        expect(await (await decryptBlob(sealed, { passphrase: passphrase.normalize(form) })).text()).toBe('text');
    }
  });

  it('is refused where it is empty, or has half a surrogate pair, which no UTF-8 has', async () => {
    expect(await rejection(() => encryptBlob(new Blob([]), { passphrase: '' }))).toMatchObject({
      code: 'ERR_ROMULUS_LENGTH',
      argument: 'passphrase',
    });
    for (const passphrase of ['\ud83d', 'a\udd11', '\udd11\ud83d', 'a\ud83db', '\udd11b'])
      expect(await rejection(() => encryptBlob(new Blob([]), { passphrase }))).toMatchObject({
        code: 'ERR_ROMULUS_USAGE',
        message: 'passphrase must be well-formed text: it has half a surrogate pair',
      });
  });
});

describe('no file is opened by', () => {
  const long = text(65);
  it.each([
    { what: 'a passphrase with a zero behind it', one: text(20), other: concatenate(text(20), new Uint8Array(1)) },
    { what: 'one filled up with zeros', one: utf8('a'), other: concatenate(utf8('a'), new Uint8Array(63)) },
    { what: 'zeros of another number', one: new Uint8Array(1), other: new Uint8Array(2) },
    { what: 'another one of 65 bytes', one: long, other: concatenate(long.subarray(0, 64), utf8('x')) },
    { what: 'one without its byte order mark', one: utf8('\ufeffa'), other: utf8('a') },
    { what: 'one in another case', one: utf8('Pferd'), other: utf8('pferd') },
    { what: 'one with another space', one: utf8('a\u00a0b'), other: utf8('a b') },
    { what: 'one with another space above U+2001', one: utf8('a\u2003b'), other: utf8('a\u2002b') },
    { what: 'one that is only compatible', one: utf8('\ufb01ve'), other: utf8('five') },
    { what: 'bytes that are read as U+FFFD', one: Uint8Array.of(0xff), other: utf8('\ufffd') },
  ])('$what', async ({ one, other }) => {
    expect(await opens(await seal(one), other)).toBe(false);
    expect(await opens(await seal(other), one)).toBe(false);
  });

  // HMAC, which PBKDF2 and scrypt begin with, takes a digest for a key that is longer than its block.
  it('the digest of a long passphrase', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', long));
    expect(await opens(await seal(long), digest)).toBe(false);
  });
});

describe('in JavaScript, where the runtime has no scrypt', () => {
  const passphrase = text(30);

  it('files are those of the reference', async () => {
    for (const costLog of [10, 12]) {
      const { header, chunks } = reference('N', text(100), { secret: { passphrase, costLog } });
      const sealed = new Blob([concatenate(header, ...chunks)]);
      const opened = await withoutNativeScrypt(() => decryptBlob(sealed, { passphrase }));
      expectSame(await bytesOf(opened), text(100));
    }
  });

  it('too little memory is an error that names what is needed', async () => {
    const Original = Uint8Array;
    globalThis.Uint8Array = new Proxy(Original, {
      construct(target, values) {
        if (values[0] >= 2 ** 20) throw new RangeError('Array buffer allocation failed');
        return Reflect.construct(target, values);
      },
    });
    try {
      const error = await withoutNativeScrypt(() => rejection(() => encryptBlob(blob, { passphrase })));
      expect(error).toMatchObject({
        name: 'MemoryError',
        code: 'ERR_ROMULUS_MEMORY',
        needed: 2 ** 27,
        message: 'the passphrase needs 128 MiB of memory, which this runtime does not give',
      });
    } finally {
      globalThis.Uint8Array = Original;
    }
  });

  it('code that cannot be loaded is an error that says what helps', async () => {
    vi.resetModules();
    vi.doMock('../../../ts/stream/javascript-scrypt.js', () => {
      throw new Error('not found');
    });
    try {
      const { encryptBlob } = await import('../../../ts/stream/index.js');
      const error = await withoutNativeScrypt(() => rejection(() => encryptBlob(blob, { passphrase, cost })));
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining('scrypt.js') });
    } finally {
      vi.doUnmock('../../../ts/stream/javascript-scrypt.js');
    }
  });
});

describe('by the runtime', () => {
  const passphrase = text(30);

  it('that it is done is told', async () => {
    const told: number[] = [];
    await encryptBlob(blob, { passphrase, cost, onKeyProgress: (done) => void told.push(done) });
    expect(told).toEqual([1]);
  });

  it('at most two at a time, so that threads stay free', async () => {
    const { held, restore } = heldScrypt();
    try {
      const all = Array.from({ length: 5 }, () => encryptBlob(blob, { passphrase, cost }));
      for (let ended = 0; ended < 5; ended++) {
        await turns(20);
        expect(held.length).toBe(Math.min(5, ended + 2));
        held[ended]?.end();
      }
      await Promise.all(all);
    } finally {
      restore();
    }
  });

  it('what is aborted while it waits never begins, and its place is not lost', async () => {
    const { held, restore } = heldScrypt();
    try {
      const first = [0, 1].map(() => encryptBlob(blob, { passphrase, cost }));
      const { signal, abort, listeners, reason } = watchedSignal();
      const waiting = Array.from({ length: 50 }, () =>
        rejection(() => encryptBlob(blob, { passphrase, cost, signal })),
      );
      const last = encryptBlob(blob, { passphrase, cost });
      await turns(20);
      expect(held.length).toBe(2);
      abort();
      for (const refused of waiting) expect(await refused).toBe(reason);
      expect(listeners.size).toBe(0);
      for (const each of held.slice()) each.end();
      await Promise.all(first);
      await turns(20);
      expect(held.length).toBe(3);
      held[2]?.end();
      await last;
    } finally {
      restore();
    }
  });

  it('nobody waits for what is aborted while it runs; the key is overwritten when it comes', async () => {
    const sealed = await encryptBlob(blob, { passphrase, cost });
    const { held, restore } = heldScrypt();
    try {
      const { signal, abort, listeners, reason } = watchedSignal();
      const { readable, writable } = encryptStream({ passphrase, cost, signal });
      const ends = [
        () => writable.getWriter().write(text(5)),
        () => readable.getReader().read(),
        () => openEncrypted(sealed, { passphrase, signal }),
      ].map(rejection);
      await turns(20);
      expect(held.length).toBe(2);
      abort();
      for (const end of ends) expect(await end).toBe(reason);
      expect(listeners.size).toBe(0);
      const keys = held.map((each) => each.end());
      await turns(5);
      for (const derived of keys) expectSame(derived, new Uint8Array(32));
      // Both places are free again.
      const next = [0, 1].map(() => encryptBlob(blob, { passphrase, cost }));
      await turns(20);
      expect(held.length).toBe(4);
      for (const each of held.slice(2)) each.end();
      await Promise.all(next);
    } finally {
      restore();
    }
  });

  it('a pool that is ended does not wait for it', async () => {
    const { signal, abort, reason } = watchedSignal();
    const pool = await createPool({ size: 1, worker, signal });
    const { held, restore } = heldScrypt();
    try {
      const outcomes = [
        () => pool.encryptBlob(blob, { passphrase, cost }),
        () => pool.encryptBlob(blob, { passphrase, cost }),
        () => pool.encryptBlob(blob, { passphrase, cost }),
      ].map(rejection);
      await turns(20);
      expect(held.length).toBe(2);
      abort();
      for (const outcome of outcomes) expect(await outcome).toBe(reason);
      for (const each of held) each.end();
    } finally {
      restore();
    }
  });

  it('too little memory is an error that names what is needed, and its place is free again', async () => {
    const { held, restore } = heldScrypt();
    try {
      for (let i = 0; i < 5; i++) {
        const refused = rejection(() => encryptBlob(blob, { passphrase }));
        await turns(20);
        const cause = new Error('Scrypt failed');
        held[i]?.fail(cause);
        expect(await refused).toMatchObject({ code: 'ERR_ROMULUS_MEMORY', needed: 2 ** 27, cause });
      }
    } finally {
      restore();
    }
  });

  it('a page or a service that forbids crypto.subtle has passphrases', async () => {
    const subtle = vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
    try {
      expect(await opens(await seal(passphrase), passphrase)).toBe(true);
      const sealed = await withoutNativeScrypt(() => seal(passphrase));
      expect(await opens(sealed, passphrase)).toBe(true);
    } finally {
      subtle.mockRestore();
    }
  });
});
