/** Giving memory back at once: the garbage collector lets megabytes pile up that only a small object stands for. */

const { port1: port, port2: closed } = new MessageChannel();
closed.close();

/** Wipes a byte array and frees its buffer, of which nothing is left: it is transferred to nobody. */
export function wipeAndFree(bytes: Uint8Array): void {
  bytes.fill(0);
  port.postMessage(undefined, [bytes.buffer as ArrayBuffer]);
}
