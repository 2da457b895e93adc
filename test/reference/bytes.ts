/** Strings of bytes, for the references and for tests. */

export function concatenate(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** The sum, as long as its first argument. */
export function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  const sum = new Uint8Array(a.length);
  for (let i = 0; i < a.length; i++) sum[i] = a[i]! ^ b[i]!;
  return sum;
}

export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The bytes with zeros behind them. */
export function extended(bytes: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  output.set(bytes);
  return output;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
