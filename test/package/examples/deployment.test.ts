/** The service with the other files of deploy/: under systemd, in a container, and as Kubernetes would read them. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { eventually } from '../../fixtures/bytes.js';
import { freePort, root, temporaryFolder } from '../npm.js';
import { Redis } from './redis.js';
import { dependency, deployed, folder, needing, served } from './service.js';

const scratch = temporaryFolder(afterAll);
/** The example as it is deployed, without the packages that only its tests need. */
const home = join(scratch, 'opt');
for (const name of ['package.json', 'dist', 'examples/hash-service'])
  cpSync(join(root, name), join(home, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('/kubernetes-models'),
  });
const program = promisify(execFile);

needing(['root', 'systemctl'], 'systemd starts the unit, without privileges, and stops it', async () => {
  const [port, store] = [await freePort(), await Redis.forThisTest()];
  await store.kill();
  const unit = join(scratch, 'hash-service@.service');
  const shipped = deployed('hash-service@.service');
  expect(shipped).toContain('\nRestartSec=2\n');
  // Starts come so soon after each other that systemd would give up by itself.
  const often = shipped.replace('RestartSec=2', 'RestartSec=100ms');
  writeFileSync(unit, often.replace('redis://127.0.0.1:6379', store.address));
  // A separate systemd in its own namespaces. It sees the programs of this machine, and can write nothing.
  const boot = `set -e
  mount --make-rprivate / && mount -o remount,bind,ro /
  mount -t tmpfs -o mode=755 none /run && mkdir -p /run/systemd/system /run/lock /run/etc
  cp -a /etc/. /run/etc && mount --bind /run/etc /etc
  mount -t tmpfs none /opt && cp -a ${home} /opt/romulus-wasm && cp ${unit} /run/systemd/system/
  mkdir /etc/hash-service && cp ${join(folder, 'demo-keys.json')} /etc/hash-service/keys.json
  useradd --system hash-service && chown hash-service /etc/hash-service/keys.json && chmod 400 /etc/hash-service/keys.json
  for name in /tmp /var; do mount -t tmpfs -o mode=755 none $name; done
  exec env -i container=other PATH="$PATH" /lib/systemd/systemd --system --unit=hash-service@${port}.service`;
  const namespaces = ['--pid', '--mount', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child', '--mount-proc'];
  const systemd = spawn('unshare', [...namespaces, 'bash', '-c', boot], { stdio: 'ignore' });
  onTestFinished(async () => {
    if (systemd.kill('SIGKILL')) await once(systemd, 'exit');
  });
  const child = () => readFileSync(`/proc/${systemd.pid}/task/${systemd.pid}/children`, 'utf8').trim();
  await eventually(child).toMatch(/^\d+$/);
  const inside = (...command: string[]) =>
    execFileSync('nsenter', ['--target', child(), '--all', ...command], { encoding: 'utf8' });

  const name = `hash-service@${port}`;
  const shown = (property: string) => inside('systemctl', 'show', `--property=${property}`, '--value', name).trim();
  await expect.poll(() => Number(shown('NRestarts')), { timeout: 100_000 }).toBeGreaterThan(6);
  await store.start();
  await served(port);
  const pid = shown('MainPID');
  expect(inside('stat', '--format=%U', `/proc/${pid}`)).toBe('hash-service\n');
  inside('systemctl', 'stop', name);
  expect(inside('systemctl', 'show', '--property=Result,ActiveState', name)).toMatch(
    /Result=success\nActiveState=inactive/,
  );
});

needing(['root', 'buildah'], 'the image starts the service, as a user without rights', async () => {
  const storage = join(scratch, 'containers');
  const at = [`--root=${join(storage, 'root')}`, `--runroot=${join(storage, 'run')}`, '--storage-driver=vfs'];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  const buildah = async (...args: string[]) => (await program('buildah', [...at, ...args], { env })).stdout.trim();
  // A base image of Node and its libraries only: the test cannot fetch another.
  const base = await buildah('from', 'scratch');
  const files = join(scratch, 'base');
  for (const program of [process.execPath, '/bin/sh']) {
    const linked = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    for (const [from, to] of [...linked.map((file) => [file, file]), [program, `/bin/${program.split('/').at(-1)}`]]) {
      mkdirSync(dirname(join(files, to!)), { recursive: true });
      cpSync(from!, join(files, to!), { dereference: true });
    }
  }
  await buildah('copy', base, files, '/');
  await buildah('config', '--env', 'PATH=/bin', base);
  await buildah('commit', base, 'localhost/base');
  const file = ['-f', join(home, 'examples/hash-service/deploy/Containerfile')];
  await buildah('build', '--build-arg', 'BASE=localhost/base', '-t', 'localhost/hash-service', ...file, home);
  const container = await buildah('from', 'localhost/hash-service');
  const port = await freePort();
  const settings = ['--env', `PORT=${port}`, '--env', 'KEY_FILE=demo-keys.json'];
  const run = ['run', ...settings, container, '--', 'node', 'server.js'];
  const service = spawn('buildah', [...at, ...run], { env, detached: true });
  onTestFinished(() => void process.kill(-service.pid!, 'SIGKILL'));
  await served(port);
});

needing([], 'the manifest for Kubernetes is what its schemas ask for, and fits the service', async () => {
  const documents = parseAllDocuments(deployed('kubernetes.yaml')).map((document) => document.toJS());
  const types = { Deployment: 'apps/v1', Service: 'v1', PodDisruptionBudget: 'policy/v1' };
  expect(documents.map(({ kind, apiVersion }) => [kind, apiVersion])).toEqual(Object.entries(types));
  // The classes know the values, and the types know all names: tsc refuses a name that they do not have.
  let typed = '';
  for (const [i, document] of documents.entries()) {
    const { kind, apiVersion } = document;
    const { [kind]: Model } = await dependency(`kubernetes-models/${apiVersion}/${kind}`);
    new Model(document).validate();
    typed += `import type { I${kind} } from 'kubernetes-models/${apiVersion}/${kind}';\n`;
    typed += `export const _${i}: I${kind} = ${JSON.stringify(document)};\n`;
  }
  const file = join(folder, 'node_modules/.kubernetes.ts');
  writeFileSync(file, typed);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await program(process.execPath, [tsc, ...options, file]).catch((error) => error);
  rmSync(file);
  expect(stdout).toBe('');

  const [{ spec }] = documents;
  const { readConfig } = await import(/* @vite-ignore */ join(folder, 'config.js'));
  const image = Object.fromEntries([...deployed('Containerfile').matchAll(/(\w+)=(\S+)/g)].map(([, ...pair]) => pair));
  const { drainDelay, timeLimit, port, operations } = readConfig({ ...image, KEY_FILE: 'x' });
  const { terminationGracePeriodSeconds, containers } = spec.template.spec;
  expect(1000 * terminationGracePeriodSeconds).toBeGreaterThan(drainDelay + timeLimit + 5000);
  const ports = containers[0].ports.map(({ containerPort }: { containerPort: number }) => containerPort);
  expect(ports).toEqual([port, operations.port]);
});
