/** The installed package in an application of Next: in its edge runtime and in its server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment, installTarball, kats, writePrograms } from '../tarball.js';
import { buildConsumer, fastestHere, installConsumer, outcome } from './consumer.js';
import { places } from './places.js';

const project = installTarball();
let server: ChildProcess | undefined;
let address: Promise<string> | undefined;

afterAll(() => void server?.kill());

/** Builds the application and starts it. */
async function start(): Promise<string> {
  const folder = await installConsumer(project, 'next');
  writePrograms(project, 'next/src');
  cpSync(kats, join(folder, 'public/kats'), { recursive: true });
  // That it has this runtime at all is what Next warns of.
  await buildConsumer(folder, /edge runtime/i);
  // By itself, as npm would not pass on that it is to end.
  const program = join(folder, 'node_modules/next/dist/bin/next');
  server = spawn(process.execPath, [program, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: folder,
    env: { ...cleanEnvironment(), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout!)) {
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (found) return found;
  }
  throw new Error('Next ended before it told its address');
}

async function answer(route: string): Promise<unknown> {
  address ??= start();
  const response = await fetch(`${await address}/${route}`);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

it.each(places['consumers/next'])('works in $name, and says so where there is no pool', async ({ route, entries }) => {
  const build = route === 'edge' ? 'compiled' : fastestHere;
  expect(await answer(route)).toEqual({ pool: 'ERR_ROMULUS_LOAD', ...outcome(build, entries) });
});
