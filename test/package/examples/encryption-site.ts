/** The page of browser-encryption over HTTP, for its tests. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { root } from '../tarball.js';
import { temporaryFolder } from './page-files.js';

export const folder = join(root, 'examples/browser-encryption');
export const built = join(folder, 'dist');

export interface SiteOptions {
  /** The folder, if it is not the built one. */
  readonly files?: string;
  readonly port?: number;
  /** A policy that replaces the page's own, in its header and in the page. */
  readonly policy?: string;
}

/** A site that a test may close early. */
export class Site {
  readonly port: number;
  readonly address: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    // A secure context: the page's workers and its service worker need one.
    this.address = `http://localhost:${this.port}/`;
  }

  static async start({ files = built, port = 0, policy }: SiteOptions = {}): Promise<Site> {
    const { createSite } = await import(join(folder, 'site.js'));
    if (policy !== undefined) {
      files = temporaryFolder();
      cpSync(built, files, { recursive: true });
      const html = readFileSync(join(files, 'index.html'), 'utf8');
      const changed = html.replace(/(Content-Security-Policy"\s+content=")[^"]+/, `$1${policy}`);
      expect(changed).not.toBe(html);
      writeFileSync(join(files, 'index.html'), changed);
    }
    const server: Server = createSite(files, policy);
    await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
    return new Site(server);
  }

  static async forThisTest(options?: SiteOptions): Promise<Site> {
    const site = await Site.start(options);
    onTestFinished(() => site.close());
    return site;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
