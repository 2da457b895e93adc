/** What must be undone however the program ends. */

const undoings = new Set<() => void>();

/**
 * Calls `undo` if the program ends before the function that is returned is called: by itself, by an error, or by a signal.
 *
 * After a signal the program does not exit but dies of the signal as it would have without all this: shells report that as
 * 130 or 143, and stop the script that it was called from; and no read that waits for another process can hold it.
 */
export function undoAtEnd(undo: () => void): () => void {
  if (undoings.size === 0) {
    process.on('exit', undoAll);
    for (const signal of signals) process.on(signal, dieOf);
  }
  undoings.add(undo);
  return () => {
    if (!undoings.delete(undo) || undoings.size > 0) return;
    process.off('exit', undoAll);
    for (const signal of signals) process.off(signal, dieOf);
  };
}

/** Not SIGHUP: under nohup it is ignored, and to listen for it would end that. */
const signals = ['SIGINT', 'SIGTERM'] as const;

function undoAll(): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {}
  }
}

function dieOf(signal: NodeJS.Signals, number: number): void {
  undoAll();
  undoings.clear();
  process.off(signal, dieOf);
  process.kill(process.pid, signal);
  // Where signals do not end a process: the first one of a container.
  process.exit(128 + number);
}
