/** Files and results as streams that fail with an error which says why. */
import { Problem } from './problem.js';
import type { Result } from './result.js';
import { words } from './words.js';

/** The stream of a file that was changed or removed fails in Chromium with an error that does not say so; this does. */
export function streamOf(blob: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = blob.stream().getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await blob.slice(0, 1).arrayBuffer();
          throw error;
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Rejects with a Problem if the browser no longer has it. */
export async function checkResult({ contents }: Result): Promise<void> {
  try {
    await contents.slice(0, 1).arrayBuffer();
  } catch {
    throw new Problem(words.resultGone);
  }
}

/** Passes on what it gets, and tells how many bytes that were. */
export function counting(onProgress: (processed: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let processed = 0;
  return new TransformStream({
    transform(bytes, controller) {
      processed += bytes.length;
      onProgress(processed);
      controller.enqueue(bytes);
    },
  });
}
