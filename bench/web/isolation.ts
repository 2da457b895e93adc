/** Isolates the page from other sites where its host does not, so that its clock is fine: by a service worker and loading once more. */

/** Registers what isolates the page from the next time on that it is loaded; true if that is so. */
async function prepare(): Promise<boolean> {
  if (crossOriginIsolated || !isSecureContext || !('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register('isolation-worker.js');
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    // As in private windows of some browsers: the clock is coarse then, and the page says so.
    return false;
  }
}

const prepared = prepare();
const mark = 'start after loading again';

/** Before the first measurement: loads the page again, to start by itself then, if that makes the clock fine. */
export async function isolateFirst(choice: string): Promise<void> {
  const isSecondTry = sessionStorage.getItem(mark) !== null;
  sessionStorage.removeItem(mark);
  if (isSecondTry || !(await prepared)) return;
  sessionStorage.setItem(mark, choice);
  location.reload();
  // The page ends here.
  await new Promise(() => {});
}

/** What was chosen when the page was loaded again to be isolated. */
export const chosenBefore = (): string | null => sessionStorage.getItem(mark);
