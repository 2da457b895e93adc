'use client';

import { useEffect, useState } from 'react';
import * as romulus from 'romulus-wasm';
import * as pool from 'romulus-wasm/pool';
import * as stream from 'romulus-wasm/stream';
import { work } from '../src/work.js';

/** Uses the package in the page and in its workers. */
export default function Page() {
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    const done = work({ romulus, stream, pool }, async (file) => (await fetch(`/kats/${file}`)).text());
    done.catch(String).then((outcome) => setOutcome(JSON.stringify(outcome)));
  }, []);
  return outcome;
}
