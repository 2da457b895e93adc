/** Giving memory back in a worker: the garbage collector would let tens of megabytes pile up that only a few objects stand for. */
import { buffersOf, wipeBuffers } from './protocol.js';

const { port1: port, port2: closed } = new MessageChannel();
closed.close();

/** Overwrites all buffers in a job and frees them, by a transfer to nobody. */
export function releaseBuffers(job: unknown): void {
  wipeBuffers(job);
  const buffers = buffersOf(job).filter(({ byteLength }) => byteLength > 0);
  port.postMessage(undefined, [...new Set(buffers)]);
}
