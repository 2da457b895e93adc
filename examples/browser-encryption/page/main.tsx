/** Starts the page: checks whether it can work here, starts the workers, and shows the page. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { LoadError } from 'romulus-wasm';
import { startWorkers } from './conversion.js';
import { mayLeave } from './facts.js';
import { receive } from './files-in.js';
import { explain, whyUseless } from './problem.js';
import { generatePassphrase } from './secrets.js';
import { set, words } from './state.js';
import { removeAbandoned, removeOnLeaving } from './storage.js';
import { App } from './view/app.js';
import { message, type Name } from './words.js';

/** Translates the elements that are in the HTML before the script runs. */
function translate(): void {
  document.documentElement.lang = words('tag');
  document.title = words('title');
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = words(element.dataset.text as Name);
}

if (!whyUseless()) {
  removeAbandoned().catch(console.warn);
  generatePassphrase();
  receive();
  startWorkers().catch((error) => set({ broken: error instanceof LoadError ? message('notLoaded') : explain(error) }));
  window.addEventListener('beforeunload', (event) => {
    if (!mayLeave()) event.preventDefault();
  });
  let worker: ServiceWorker | null | undefined;
  removeOnLeaving(() => worker);
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.register('service-worker.js').catch(console.warn);
    // An earlier visit may have left a worker, though it cannot be registered again now.
    navigator.serviceWorker.ready.then(({ active }) => {
      worker = active;
      set({ isKept: true });
    });
  }
}
document.getElementById('not-started')?.remove();
effect(translate);
render(<App />, document.querySelector('main') as HTMLElement);
