/** Buffers whose length changes, which the platform's types do not know yet. */

type Options = { maxByteLength: number };

export const hasResizable = 'resizable' in ArrayBuffer.prototype;
export const hasGrowable = 'growable' in SharedArrayBuffer.prototype;

export const ResizableArrayBuffer = ArrayBuffer as unknown as new (
  length: number,
  options: Options,
) => ArrayBuffer & { resize(length: number): void };

export const GrowableSharedArrayBuffer = SharedArrayBuffer as unknown as new (
  length: number,
  options: Options,
) => SharedArrayBuffer & { grow(length: number): void };
