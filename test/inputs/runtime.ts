/** What Node and browsers have in different ways, or only Node has; for tests that run on both. */

const inNode = typeof document === 'undefined';

/** Node's own modules. In browsers undefined: cases that need them are not registered there. */
export const node = inNode
  ? {
      stream: process.getBuiltinModule('node:stream'),
      v8: process.getBuiltinModule('node:v8'),
      vm: process.getBuiltinModule('node:vm'),
    }
  : undefined;

/** The Uint8Array of another realm. */
export const Foreign: Uint8ArrayConstructor = node ? node.vm.runInNewContext('Uint8Array') : uint8ArrayOfFrame();

function uint8ArrayOfFrame(): Uint8ArrayConstructor {
  // It stays in the page: some browsers stop the realm of a frame that is removed.
  const frame = document.body.appendChild(document.createElement('iframe'));
  return (frame.contentWindow as Window & typeof globalThis).Uint8Array;
}

/** Calls back in the next turn of the event loop. */
export const onNextTurn: (callback: () => void) => void = inNode ? setImmediate : postToSelf;

function postToSelf(callback: () => void): void {
  // A timer may wait for milliseconds, a message does not.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => onNextTurn(resolve));
