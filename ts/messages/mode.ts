/**
 * A row of the table of suites with the loader of its module, and the register that finds it by the public object. All entry points with
 * modes share this file.
 */
import type { Loader } from '../engine/loader.js';
import { keyLength, type Message } from '../engine/message.js';
import type { ModeRow } from '../suites/table.js';

/** @internal A row of the table of suites, and the loader of its suite's module. */
export interface AeadMode extends ModeRow {
  readonly loader: Loader;
  readonly keyLength: number;
  /** Throws for a message that is too long. `at` begins the names of arguments, and the last `tagLength` bytes of text are the tag. */
  readonly limit: ((message: Message, at: string, textName: string, tagLength: number) => void) | undefined;
}

/** @internal */
export const modeOf = (row: ModeRow, loader: Loader): AeadMode => ({ ...row, loader, keyLength, limit: undefined });

const modes = /* @__PURE__ */ new WeakMap<object, AeadMode>();

/** @internal Notes the mode of an object with its functions, so that other functions find the mode. Freezes the object. */
export function noteMode<Functions extends object>(mode: AeadMode, functions: Functions): Functions {
  modes.set(functions, mode);
  return Object.freeze(functions);
}

/** @internal The mode of an object with its functions, which may come from another entry point of the package. */
export const modeOfAead = (aead: unknown): AeadMode | undefined => modes.get(aead as object);
