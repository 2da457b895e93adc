/** The three modes for tests, each in its promise form and its sync form. */
import type * as romulus from '../../ts/index.js';

type Package = Pick<typeof romulus, 'romulusN' | 'romulusM' | 'romulusT'>;

export const modesOf = (aeads: Package, sync: romulus.RomulusSync) =>
  [
    { mode: 'N', aead: aeads.romulusN, twin: sync.romulusN },
    { mode: 'M', aead: aeads.romulusM, twin: sync.romulusM },
    { mode: 'T', aead: aeads.romulusT, twin: sync.romulusT },
  ] as const;
