/** What makes the page a program of its own: it opens without a network, and can be installed where the browser offers that. */
import { elementOf } from './elements.js';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Resolves once the page is kept by its service worker; never where pages have no service workers. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return new Promise(() => {});
  await navigator.serviceWorker.register('service-worker.js');
  await navigator.serviceWorker.ready;
}

/** Shows the button when the browser says that it could be installed. */
export function offerInstallation(): void {
  const button = elementOf('install', HTMLButtonElement);
  let prompt: InstallPrompt | undefined;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    button.hidden = false;
  });
  button.addEventListener('click', async () => {
    button.hidden = true;
    await prompt?.prompt();
  });
}
