/** HAProxy for tests: Debian's, with the service's configuration and other ports. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import { temporaryFolder } from './page-files.js';
import { type Answer, Client, deployed } from './service.js';

/** A POST through the balancer. Status 0 means that the connection ended without an answer. */
export const post = (client: Client, path: string, body: string): Promise<Pick<Answer, 'status' | 'text'>> =>
  client.post(path, body, 'application/json').catch(() => ({ status: 0, text: '' }));

/** Waits until a service answers on this port; returns its client. */
export async function served(port: number): Promise<Client> {
  const client = new Client(port);
  onTestFinished(() => client.close());
  await eventually(async () => (await post(client, '/hash', 'x')).status).toBe(200);
  return client;
}

/** Starts HAProxy with the example's configuration, except for its ports. */
export function startHaproxy(configuration: string): void {
  const file = join(temporaryFolder(), 'haproxy.cfg');
  writeFileSync(file, configuration);
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  haproxy.on('exit', (code) => {
    if (code !== null) throw new Error(`HAProxy ended with ${code}`);
  });
  onTestFinished(() => void haproxy.kill('SIGKILL'));
}

/** The configuration for these processes: the ports of each, for clients and for operators. */
export function balancing(address: number, ports: (readonly [port: number, operations: number])[]): string {
  let configuration = deployed('haproxy.cfg').replace('bind :8080', `bind 127.0.0.1:${address}`);
  for (const [i, [port, operations]] of ports.entries()) {
    const line = `server process${i + 1} 127.0.0.1:300${i + 1} port 400${i + 1}\n`;
    expect(configuration).toContain(line);
    configuration = configuration.replace(line, line.replace(/:\d+/, `:${port}`).replace(/ \d+\n/, ` ${operations}\n`));
  }
  return configuration;
}
