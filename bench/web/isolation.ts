/** Isolates the page from other sites if its host does not, because an isolated page has a fine clock. */

/** The most milliseconds to wait. WebKit waits for ever if an earlier page was left while its worker started. */
const patience = 5_000;

const mark = 'start after loading again';

/** Lets a service worker isolate the page, if one can. The page is then loaded again, and starts by itself. */
export async function isolateFirst(choice: string, stop: AbortSignal): Promise<void> {
  const isSecondTry = chosenBefore() !== null;
  sessionStorage.removeItem(mark);
  if (isSecondTry || crossOriginIsolated || !isSecureContext || !('serviceWorker' in navigator)) return;
  const tooLate = new Promise((resolve) => setTimeout(resolve, patience));
  const registered = navigator.serviceWorker.register('isolation-worker.js').then(() => navigator.serviceWorker.ready);
  // Some browsers refuse service workers in private windows. The clock is then coarse, and the page says so.
  const worker = await Promise.race([registered, tooLate]).catch(() => {});
  if (!worker || stop.aborted) return;
  sessionStorage.setItem(mark, choice);
  location.reload();
  // The reload ends the page here.
  await new Promise(() => {});
}

/** The choice before the page was reloaded for isolation. */
export const chosenBefore = (): string | null => sessionStorage.getItem(mark);
