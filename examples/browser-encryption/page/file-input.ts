/** How files come in: by the file chooser, or dropped anywhere on the page. */
import { elementOf } from './elements.js';

/** `onFiles` is told how many folders were among what was dropped, too. */
export function receiveFiles(onFiles: (files: File[], folders: number) => void): void {
  const input = elementOf('files', HTMLInputElement);
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])], 0);
    // So that the same file can be chosen again.
    input.value = '';
  });

  const drop = elementOf('drop', HTMLElement);
  // The browser would leave the page for the file otherwise.
  window.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  window.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) drop.classList.remove('over');
  });
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
    const files = items
      .filter((item) => !item.webkitGetAsEntry()?.isDirectory)
      .map((item) => item.getAsFile())
      .filter((file) => file !== null);
    onFiles(files, items.length - files.length);
  });
}
