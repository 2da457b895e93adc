/** The service's manifest for Kubernetes and its alerts for Prometheus, checked without either. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { root } from '../npm.js';
import { dependency, deployed, folder, Service } from './service.js';

it('the manifest for Kubernetes is what its schemas ask for, and fits the service', { timeout: 120_000 }, async () => {
  const documents = parseAllDocuments(deployed('kubernetes.yaml')).map((document) => document.toJS());
  const types = { Deployment: 'apps/v1', Service: 'v1', PodDisruptionBudget: 'policy/v1' };
  expect(documents.map(({ kind, apiVersion }) => [kind, apiVersion])).toEqual(Object.entries(types));
  // The classes know the values, and the types know all names: tsc refuses a name that they do not have.
  let typed = '';
  for (const [i, document] of documents.entries()) {
    const { kind, apiVersion } = document;
    const { [kind]: Model } = await dependency(`kubernetes-models/${apiVersion}`);
    new Model(document).validate();
    typed += `import type { I${kind} } from 'kubernetes-models/${apiVersion}';\n`;
    typed += `export const _${i}: I${kind} = ${JSON.stringify(document)};\n`;
  }
  const file = join(folder, 'node_modules/.kubernetes-manifest.ts');
  onTestFinished(() => rmSync(file));
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--skipLibCheck'];
  const check = (source: string) => {
    writeFileSync(file, source);
    return spawnSync(process.execPath, [...tsc, '--module', 'nodenext', file], { encoding: 'utf8' }).stdout;
  };
  expect(check(typed)).toBe('');
  expect(check(typed.replace('readinessProbe', 'readinesProbe'))).toContain('readinesProbe');

  const [{ spec }] = documents;
  const { readConfig } = await import(/* @vite-ignore */ join(folder, 'config.js'));
  const image = Object.fromEntries([...deployed('Containerfile').matchAll(/(\w+)=(\S+)/g)].map(([, ...pair]) => pair));
  const { drainDelay, timeLimit, port, operations } = readConfig({ ...image, KEY_FILE: 'x' });
  const { terminationGracePeriodSeconds, containers } = spec.template.spec;
  expect(1000 * terminationGracePeriodSeconds).toBeGreaterThan(drainDelay + timeLimit + 5000);
  const ports = containers[0].ports.map(({ containerPort }: { containerPort: number }) => containerPort);
  expect(ports).toEqual([port, operations.port]);
});

it('the alert is about metrics that the service has', async () => {
  const service = await Service.forThisTest();
  await service.post('/hash', 'x');
  const { text } = await service.operations.get('/metrics');
  const [group] = parseDocument(deployed('alerts.yaml')).toJS().groups;
  const names: string[] = group.rules.flatMap(({ expr }: { expr: string }) => expr.match(/\w+_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(text).toContain(`${name}{route="/hash",status="200"} 1`);
});
