/** The async context of a call, such as the store of an `AsyncLocalStorage`. Promises keep it; other callbacks must be bound to it. */
import { builtin } from './builtin.js';

export const inThisContext = <Callback extends (...values: never[]) => unknown>(callback: Callback): Callback =>
  builtin('node:async_hooks')?.AsyncResource.bind(callback) ?? callback;
