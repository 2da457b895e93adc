/** Asks the browser to download a file, and to remember texts from visit to visit. */

/** The milliseconds after which a download has begun and no longer needs the original. Firefox ends service workers after 60 seconds. */
export const downloadStart = 20_000;

/** Hands a file to the browser. A page cannot learn whether the browser downloads the file. */
export function hand(name: string, contents: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStart);
}

/** Remembers a text, unless the person does not allow this site to store anything. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {}
}

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
