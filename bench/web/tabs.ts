/** The tabs of the results, which arrows move between. */

export function connectTabs(list: HTMLElement, onShow: (panel: HTMLElement) => void): void {
  const tabs = Array.from(list.querySelectorAll<HTMLButtonElement>('[role="tab"]'));
  const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '') as HTMLElement;
  const show = (shown: HTMLButtonElement) => {
    for (const tab of tabs) {
      tab.ariaSelected = String(tab === shown);
      tab.tabIndex = tab === shown ? 0 : -1;
      panelOf(tab).hidden = tab !== shown;
    }
    onShow(panelOf(shown));
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = tabs[(i + step + tabs.length) % tabs.length] as HTMLButtonElement;
      show(next);
      next.focus();
    });
  }
}
