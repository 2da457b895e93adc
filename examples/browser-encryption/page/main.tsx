/** The page begins: whether it can work here, what it keeps for later, and what it shows. */
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { LoadError } from 'romulus-wasm';
import { startWorkers } from './conversion.js';
import { mayLeave, percentOf, shareOf } from './facts.js';
import { receive } from './files-in.js';
import { explain, whyNotLoaded } from './problem.js';
import { generatePassphrase, noteCopy } from './secrets.js';
import type { Say } from './state.js';
import { removeAbandoned } from './storage.js';
import { state, words } from './store.js';
import { App } from './view/app.js';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Nothing that the person could do in the page would help. */
function whyUseless(): Say | undefined {
  if (!isSecureContext) return (words) => words.plainHttp;
  return typeof WebAssembly === 'object' ? undefined : (words) => words.noWebAssembly;
}

const useless = whyUseless();
const problem = signal(useless);
const isOffline = signal(false);
const prompt = signal<InstallPrompt | undefined>(undefined);

function install(): void {
  prompt.value?.prompt();
  prompt.value = undefined;
}

const Page = () => (
  <App
    problem={problem.value?.(words())}
    isUseless={useless !== undefined}
    isOffline={isOffline.value}
    install={prompt.value && install}
  />
);

/** The elements that are there without a program. */
effect(() => {
  const { work } = state.value;
  document.documentElement.lang = words().tag;
  document.title = work ? `${percentOf(shareOf(work))} · ${words().title}` : words().title;
  for (const element of document.querySelectorAll<HTMLElement>('body [data-text]'))
    element.textContent = String(words()[element.dataset.text as keyof ReturnType<typeof words>]);
});

async function findOutWhetherItStarts(): Promise<void> {
  try {
    await startWorkers();
    problem.value = undefined;
  } catch (error) {
    problem.value = error instanceof LoadError ? whyNotLoaded() : explain(error);
  }
}

document.getElementById('not-started')?.remove();
render(<Page />, document.querySelector('main') as HTMLElement);
if (!useless) {
  generatePassphrase();
  receive();
  findOutWhetherItStarts();
  removeAbandoned().catch(console.warn);
  window.addEventListener('beforeunload', (event) => {
    if (!mayLeave(state.value)) event.preventDefault();
  });
  document.addEventListener('copy', () => {
    const copied = state.value.secrets.find(({ text }) => getSelection()?.toString().includes(text));
    if (copied) noteCopy(copied);
  });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt.value = event as InstallPrompt;
  });
  if ('serviceWorker' in navigator)
    navigator.serviceWorker
      .register('service-worker.js')
      .then(() => navigator.serviceWorker.ready)
      .then(() => {
        isOffline.value = true;
      }, console.warn);
}
