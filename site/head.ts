/** The head that all pages of the site share: links to its parts, and the choice of light and dark. */
export const parts = [
  { path: 'encrypt/', text: 'Encrypt files', word: 'partEncrypt' },
  { path: 'performance/', text: 'How fast', word: 'partSpeed' },
  { path: 'docs/overview.html', text: 'Documentation', word: 'partDocuments' },
];

/** A click on it changes the colours: appearance.js. */
export const appearanceButton =
  '<button type="button" class="appearance"><span class="unseen visually-hidden" data-text="appearance">Light or dark</span>' +
  '<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">' +
  '<circle cx="10" cy="10" r="8"/><path d="M10 3a7 7 0 0 0 0 14z" fill="currentColor"/></svg></button>';

/** The head of a page beside VitePress. A page that has other languages finds the text of an element by `data-text`. */
export const headOf = (page: string): string =>
  `<nav class="site line" aria-label="Site">
      <a class="line" href="../"><img src="../icon.svg" alt="" width="28" height="28">romulus-wasm</a>${parts
        .map(({ path, text, word }) => {
          const current = path === page ? ' aria-current="page"' : '';
          return `\n      <a href="../${path}"${current} data-text="${word}">${text}</a>`;
        })
        .join('')}
      ${appearanceButton}
    </nav>`;
