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
