/** The installed package in an application of Next: in its edge runtime and in its server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment, installTarball, kats, writePrograms } from '../../tarball.js';
import { buildConsumer, fastestHere, installConsumer, outcome } from '../consumer.js';
import { places } from '../places.js';

const project = installTarball();
let server: ChildProcess | undefined;
let address: Promise<string> | undefined;

afterAll(() => void server?.kill());

async function start(): Promise<string> {
  const folder = await installConsumer(project, 'others/next');
  writePrograms(project, 'others/next/src');
  cpSync(kats, join(folder, 'public/kats'), { recursive: true });
  // Next warns that this runtime exists.
  await buildConsumer(folder, { allowed: /edge runtime/i });
  // Starts it directly: npm would not pass a signal on.
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

it.each(places['consumers/others/next'])(
  'works in $name, and says where there is no pool',
  async ({ route, entries }) => {
    const build = route === 'edge' ? 'compiled' : fastestHere;
    expect(await answer(route)).toEqual({ pool: 'ERR_ROMULUS_LOAD', ...outcome(build, entries) });
  },
);
