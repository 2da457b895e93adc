/** Remembers texts from visit to visit, unless the person does not allow this site to store anything. */

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
