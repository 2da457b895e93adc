/** Remus: its five members. */
import { type Declaration, given, lengths } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2}.{due_,begun_}'],
  ],
  verdicts: [],
};
