/** Undoes what others have begun, such as the temporary file of output.ts, when the program ends by a signal or otherwise. */

const undoings = new Set<() => void>();

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

/** The signals that end a program. No program can listen to SIGKILL, and SIGUSR1 starts Node's debugger. */
const signals = [
  ...(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGTERM'] as const),
  ...(['SIGUSR2', 'SIGVTALRM', 'SIGXCPU', 'SIGPWR'] as const),
];

function undoAll(): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {}
  }
}

/** Dies of the signal, so that shells report it and stop their scripts. No read that waits delays this. */
function dieOf(signal: NodeJS.Signals, number: number): void {
  undoAll();
  undoings.clear();
  process.off(signal, dieOf);
  process.kill(process.pid, signal);
  // The signal does not end the first process of a container, so `exit` ends it.
  process.exit(128 + number);
}
