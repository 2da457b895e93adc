/** Undoes things at the end of the program, however it ends. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const undoings = new Set<() => void>();

/** Calls `undo` at the end of the program, unless the returned function is called before. */
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

let survivesHangup = false;

/** Ignores SIGHUP if the caller of the program asked for that, as nohup does. */
export function honorIgnoredHangup(): void {
  survivesHangup = isHangupIgnored();
  if (survivesHangup) process.on('SIGHUP', dieOf);
}

/**
 * True if SIGHUP was ignored when the program started. Node no longer ignores the signal, so this function looks for two signs. The
 * variable `_` names nohup, or the parent process ignores the signal.
 */
function isHangupIgnored(): boolean {
  if (basename(process.env._ ?? '') === 'nohup') return true;
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'latin1');
    const [, lowest = '0'] = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(status) ?? [];
    return (Number.parseInt(lowest, 16) & 1) === 1;
  } catch {
    return false;
  }
}

function undoAll(): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {}
  }
}

/** Dies of the signal, so that shells report it and stop their scripts. No read that waits delays this. */
function dieOf(signal: NodeJS.Signals, number: number): void {
  if (signal === 'SIGHUP' && survivesHangup) return;
  undoAll();
  undoings.clear();
  process.off(signal, dieOf);
  process.kill(process.pid, signal);
  // The signal does not end the first process of a container, so `exit` ends it.
  process.exit(128 + number);
}
