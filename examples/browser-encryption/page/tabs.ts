/** The tabs of the page, which arrows move between. */
import { elementOf } from './elements.js';

export type Tab = 'files' | 'text' | 'hash';

const names: readonly Tab[] = ['files', 'text', 'hash'];

export class Tabs {
  readonly #onChange: (tab: Tab) => void;
  #shown: Tab = 'files';

  constructor(onChange: (tab: Tab) => void) {
    this.#onChange = onChange;
    for (const [i, name] of names.entries()) {
      const button = this.#button(name);
      button.addEventListener('click', () => this.show(name));
      button.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step === undefined) return;
        const next = names[(i + step + names.length) % names.length] as Tab;
        this.show(next);
        this.#button(next).focus();
      });
    }
  }

  get shown(): Tab {
    return this.#shown;
  }

  show(tab: Tab): void {
    this.#shown = tab;
    for (const name of names) {
      const isShown = name === tab;
      const button = this.#button(name);
      button.ariaSelected = String(isShown);
      button.tabIndex = isShown ? 0 : -1;
      elementOf(`panel-${name}`, HTMLElement).hidden = !isShown;
    }
    this.#onChange(tab);
  }

  #button(name: Tab): HTMLButtonElement {
    return elementOf(`tab-${name}`, HTMLButtonElement);
  }
}
