/** Buttons that show what is typed into password fields, and hide it again. */
import { words } from './words.js';

export function revealBy(button: HTMLButtonElement, ...fields: readonly HTMLInputElement[]): void {
  let isShown = false;
  const show = () => {
    // The button says what it does, not what is: so it has no state that is pressed.
    button.textContent = isShown ? words.hide : words.show;
    button.ariaLabel = isShown ? words.hidePassphrase : words.showPassphrase;
    for (const field of fields) field.type = isShown ? 'text' : 'password';
  };
  button.addEventListener('click', () => {
    isShown = !isShown;
    show();
  });
  show();
}
