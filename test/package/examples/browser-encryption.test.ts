/** The example browser-encryption: what it is built of and how it is served; the files beside this one use its page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectSame } from '../../fixtures/bytes.js';
import { cleanEnvironment } from '../tarball.js';
import { built, folder, installAndBuild } from './encryption-page.js';
import { describeExample } from './example.js';
import './encryption-page-people.js';
import './encryption-page-places.js';
import './encryption-page-results.js';
import './encryption-page-secrets.js';

installAndBuild();

describeExample(folder, '.', 'service-worker');

describe('the pages', () => {
  it('has no scripts and styles but in files of its own, and nothing from elsewhere', () => {
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
    const addresses = readdirSync(built)
      .map((name) => readFileSync(join(built, name), 'utf8'))
      .flatMap((contents) => contents.match(/(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? []);
    expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
  });

  it('is served by `npm start` with its policy, compressed for those who can, and nothing else is', async () => {
    const settings = { cwd: folder, env: { ...cleanEnvironment(), PORT: '0' } };
    const child = spawn(process.execPath, ['server.js'], { ...settings, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    const [address = ''] = /http:\S+/.exec(String(await once(child.stdout, 'data'))) ?? [];
    const page = await fetch(address);
    const inPage = /Content-Security-Policy"\s+content="([^"]+)"/.exec(await page.text())![1];
    expect(inPage).toMatch(/^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; /);
    for (const name of ['', ...readdirSync(built)]) {
      for (const accepted of ['gzip', 'identity']) {
        const encoding = accepted === 'gzip' ? accepted : null;
        const response = await fetch(address + name, { headers: { 'Accept-Encoding': accepted } });
        const { status, headers } = response;
        expect({ name, status, encoding: headers.get('content-encoding') }).toEqual({ name, status: 200, encoding });
        expect(headers.get('content-security-policy')).toBe(`${inPage}; frame-ancestors 'none'`);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expectSame(new Uint8Array(await response.arrayBuffer()), readFileSync(join(built, name || 'index.html')), name);
      }
    }
    for (const path of ['server.js', '%2e%2e/package.json', 'page/main.tsx', 'dist/index.html'])
      expect((await fetch(address + path)).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  });
});
