/** The work of a worker for each kind of job. The worker owns the inputs, so it makes no copies. */
import type { CheckedOptions } from '../../api/options.js';
import type { Loader } from '../../engine/loader.js';
import { type AeadMode, modeOf } from '../../messages/mode.js';
import { unpack } from '../../messages/packing.js';
import { aeadOperation, messageWork } from '../../messages/single.js';
import { runSliced, type Work, withoutCopies } from '../../messages/slicing.js';
import { chunksWork } from '../../stream/chunks.js';
import { deriveInJavaScript } from '../../stream/javascript-scrypt.js';
import { hashOperation, hashWork } from '../../suites/romulus/hash.js';
import { packedBatchWork } from '../packed-results.js';
import type { Kind, Outcome, SentJob, SentMode } from '../protocol.js';

const loaders = /* @__PURE__ */ new Map<string, Loader>();

export function keepSuite(loader: Loader): void {
  loaders.set(loader.suite.key, loader);
}

const receivedMode = ({ suite, row }: SentMode): AeadMode => modeOf(row, loaders.get(suite) as Loader);

/** The milliseconds for which a key derivation may block this thread while orders wait. A pause may take 4 ms. */
const sliceTime = 50;

type Performers = { [K in Kind]: (job: SentJob<K>, options: CheckedOptions) => Promise<Outcome<K>> };

const performers: Performers = {
  message({ direction, mode: sent, message, format }, options) {
    const mode = receivedMode(sent);
    return run(messageWork(mode, direction, unpack(message, mode).next().value, format), options);
  },
  hash: ({ text, part }, options) => run(hashWork(text, text.length, part), options),
  many({ mode, direction, messages }, options) {
    const operation = mode ? aeadOperation(receivedMode(mode), direction) : hashOperation;
    return run(packedBatchWork(operation, [...unpack(messages, operation)]), options);
  },
  chunks: ({ direction, batch }, options) => run(chunksWork(direction, batch), options),
  deriveKey: ({ derivation }, options) => deriveInJavaScript(derivation, options, sliceTime),
};

const run = <Result>(work: Work<Result>, options: CheckedOptions): Promise<Result> =>
  runSliced(withoutCopies(work), options);

export const perform = <K extends Kind>(kind: K, job: SentJob<K>, options: CheckedOptions): Promise<Outcome<K>> =>
  performers[kind](job, options);
