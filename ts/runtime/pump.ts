/** Moves the bytes of a source through a pair of streams. */
import type { Bytes } from '../base/bytes.js';

/** A stream's reader, or an iterator with its `return` as `cancel`. */
export interface PieceReader {
  read(): Promise<{ done?: boolean | undefined; value?: Uint8Array | ArrayBuffer | undefined }>;
  cancel(reason: unknown): Promise<unknown>;
}

export async function pump(
  open: () => PieceReader,
  { readable, writable }: { readable: ReadableStream<Bytes>; writable: WritableStream<Uint8Array | ArrayBuffer> },
  take: (bytes: Bytes) => Promise<void> | void,
): Promise<void> {
  const filling = fill(open, writable.getWriter());
  // This rejection is ignored here, because the output fails with the same error.
  filling.catch(() => {});
  await readable.pipeTo(new WritableStream({ write: take }));
  await filling;
}

async function fill(
  open: () => PieceReader,
  writer: WritableStreamDefaultWriter<Uint8Array | ArrayBuffer>,
): Promise<void> {
  try {
    const source = open();
    writer.closed.catch((error) => source.cancel(error)).catch(() => {});
    for (;;) {
      const { done, value } = await source.read();
      if (done) break;
      await writer.write(value as Uint8Array | ArrayBuffer);
    }
    await writer.close();
  } catch (error) {
    writer.abort(error).catch(() => {});
    throw error;
  }
}
