/** The page of browser-encryption as the clipboard, the disk, a camera and a finger find it. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { folder } from './encryption-page.js';

/** The text of the QR code on the page, read from its picture. */
export async function scan(page: Page): Promise<string> {
  const { decodeQR } = (await import(join(folder, 'node_modules/qr/decode.js'))) as { decodeQR(image: object): string };
  const image = await page.locator('svg.qr path').evaluate((path) => {
    const context = new OffscreenCanvas(400, 400).getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 400, 400);
    context.fillStyle = '#000';
    context.translate(32, 32);
    context.scale(8, 8);
    context.fill(new Path2D(path.getAttribute('d')!));
    const { width, height, data } = context.getImageData(0, 0, 400, 400);
    return { width, height, data: [...data] };
  });
  return decodeQR({ ...image, data: Uint8Array.from(image.data) });
}

/** Controls that are less than 40 pixels high. A control in a label counts with its label. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('body :is(button, a, input, summary, select, textarea)');
    return Array.from(controls, (control) => control.closest('label') ?? control.closest('.input') ?? control)
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 40)
      .map(({ outerHTML }) => outerHTML);
  });

/** Runs in the page: counts printed codes, keeps copied texts, and gives a folder, which real dialogs would refuse to programs. */
export function ownDialogs(): void {
  const told = window as unknown as { copied?: string; printed?: number; refusal?: string };
  const writeText = async (copied: string) => {
    if (told.refusal) throw new DOMException('Not here.', 'NotAllowedError');
    told.copied = copied;
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  window.print = () => void Object.assign(told, { printed: document.querySelectorAll('svg.qr').length });
  const showDirectoryPicker = async () => {
    if (told.refusal) throw new DOMException('Cancelled.', told.refusal);
    return (await navigator.storage.getDirectory()).getDirectoryHandle('chosen', { create: true });
  };
  Object.assign(window, { showDirectoryPicker });
}

export const told = (page: Page, what: 'copied' | 'printed') =>
  page.evaluate((what) => (window as unknown as Record<string, unknown>)[what], what);

/** The lengths of the files in each folder of the site's own, by their paths. */
export const ownFiles = (page: Page): Promise<Record<string, Record<string, number>>> =>
  page.evaluate(async () => {
    const folders: Record<string, Record<string, number>> = {};
    for await (const [name, folder] of (await navigator.storage.getDirectory()).entries()) {
      folders[name] = {};
      for await (const [path, file] of (folder as FileSystemDirectoryHandle).entries())
        folders[name][path] = file.kind === 'file' ? (await (file as FileSystemFileHandle).getFile()).size : -1;
    }
    return folders;
  });
