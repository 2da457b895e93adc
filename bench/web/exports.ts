/** What a visitor takes away of the results: a report, an address, and files. */
import { csvOf, fragmentOf, jsonOf, type Kept } from './archive.js';
import { pictureOf } from './bars.js';
import type { Bar } from './comparison.js';
import { markdownReport } from './markdown-report.js';

export interface Source {
  /** Undefined before there are any. */
  kept(): Kept | undefined;
  /** The picture that is shown, with its title. */
  picture(): { readonly bars: readonly Bar[]; readonly title: string };
}

/** Milliseconds that a button says what has become of it, and that a download may take to begin. */
const shown = 2000;
const downloadStart = 60_000;

export function connectExports(source: Source): void {
  const connect = (id: string, take: (kept: Kept, button: HTMLButtonElement) => Promise<void>) => {
    const button = document.getElementById(id) as HTMLButtonElement;
    button.addEventListener('click', () => {
      const kept = source.kept();
      if (kept) take(kept, button);
    });
  };
  connect('copy', ({ results, facts, warnings }, button) => copy(markdownReport(results, facts, warnings), button));
  connect('link', async (kept, button) => copy(new URL(await fragmentOf(kept), location.href).href, button));
  connect('csv', async (kept) => download('romulus-performance.csv', new Blob([csvOf(kept)], { type: 'text/csv' })));
  connect('json', async (kept) =>
    download('romulus-performance.json', new Blob([jsonOf(kept)], { type: 'application/json' })),
  );
  connect('png', async ({ facts }) => {
    const { bars, title } = source.picture();
    download('romulus-performance.png', await pictureOf(bars, title, facts.map(([, value]) => value).join(' · ')));
  });
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'This browser forbids copying';
  }
  setTimeout(() => {
    button.textContent = before;
  }, shown);
}

function download(name: string, contents: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStart);
}
