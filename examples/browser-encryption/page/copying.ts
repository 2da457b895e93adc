/** Buttons that copy a text. */
import { announce } from './status.js';
import { words } from './words.js';

/** Milliseconds that the button says that it is done. */
const shown = 2000;

/** Copies what `read` gives when the button is pressed; `onCopied` is told then. */
export function copyBy(button: HTMLButtonElement, read: () => string, onCopied: () => void): void {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(read());
    } catch {
      return announce(words.copyRefused);
    }
    button.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
    }, shown);
    onCopied();
  });
}
