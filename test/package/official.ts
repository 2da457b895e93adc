/** The official vectors through the promise functions, both ways, in any runtime: it imports only types. */
type Romulus = Pick<typeof import('../../ts/index.js'), 'romulusH' | 'romulusN' | 'romulusM' | 'romulusT'>;

export const officialFiles = ['romulus-h.txt', 'romulus-n.txt', 'romulus-m.txt', 'romulus-t.txt'];

/** Throws at the first wrong vector; returns the number of vectors. */
export async function checkOfficial(
  { romulusH, romulusN, romulusM, romulusT }: Romulus,
  read: (file: string) => string | Promise<string>,
): Promise<number> {
  let count = 0;
  for (const vector of parse(await read('romulus-h.txt'))) {
    expectEqual('Romulus-H', vector, await romulusH(field(vector, 'Msg')), field(vector, 'MD'));
    count++;
  }
  for (const aead of [romulusN, romulusM, romulusT]) {
    for (const vector of parse(await read(`${aead.name.toLowerCase()}.txt`))) {
      const [key, nonce, associatedData] = [field(vector, 'Key'), field(vector, 'Nonce'), field(vector, 'AD')];
      const [plaintext, ciphertext] = [field(vector, 'PT'), field(vector, 'CT')];
      const encrypted = await aead.encrypt({ key, nonce, plaintext, associatedData });
      expectEqual(`${aead.name} encrypt`, vector, encrypted, ciphertext);
      const decrypted = await aead.decrypt({ key, nonce, ciphertext, associatedData });
      expectEqual(`${aead.name} decrypt`, vector, decrypted, plaintext);
      count++;
    }
  }
  return count;
}

type Vector = Map<string, string>;

const parse = (text: string): Vector[] =>
  text
    .trimEnd()
    .split('\n\n')
    .map(
      (record) => new Map([...record.matchAll(/^(\w+) = ?(\w*)$/gm)].map(([, name = '', value = '']) => [name, value])),
    );

function field(vector: Vector, name: string): Uint8Array {
  const hex = vector.get(name);
  if (hex === undefined) throw new Error(`a vector without ${name}`);
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function expectEqual(what: string, vector: Vector, actual: Uint8Array, expected: Uint8Array): void {
  if (actual.join() !== expected.join()) throw new Error(`${what}: vector ${vector.get('Count')} does not come out`);
}
