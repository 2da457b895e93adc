/** Isolates the page from other sites if its host does not, for a fine clock. A service worker does so after a reload. */

/** The most milliseconds to wait for the service worker. WebKit waits for ever if an earlier page was left while its worker started. */
const patience = 5_000;

/** Registers the service worker. True if the page will be isolated after the next load. */
async function prepare(): Promise<boolean> {
  if (crossOriginIsolated || !isSecureContext || !('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register('isolation-worker.js');
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    // Some browsers refuse service workers in private windows. The clock is then coarse, and the page says so.
    return false;
  }
}

const mark = 'start after loading again';

/** Runs before the first measurement. If isolation makes the clock fine, reloads the page, which then starts by itself. */
export async function isolateFirst(choice: string, stop: AbortSignal): Promise<void> {
  const isSecondTry = sessionStorage.getItem(mark) !== null;
  sessionStorage.removeItem(mark);
  if (isSecondTry) return;
  const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience));
  if (!(await Promise.race([prepare(), tooLate])) || stop.aborted) return;
  sessionStorage.setItem(mark, choice);
  location.reload();
  // The reload ends the page here.
  await new Promise(() => {});
}

/** The choice before the page was reloaded for isolation. */
export const chosenBefore = (): string | null => sessionStorage.getItem(mark);
