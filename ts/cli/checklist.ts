/** Lines of digests and names, as `hash` writes them and `hash --check` reads them: those of b3sum and of coreutils. */

export interface ChecklistLine {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
}

/** A name with a line end or backslash in it is escaped, and the line says so by a backslash before it. */
export const checklistLine = ({ digest, name }: ChecklistLine): string => {
  const { mark, text } = escaped(name);
  return `${mark}${digest}  ${text}\n`;
};

/** What is told of a line once it is checked. */
export const verdictLine = (name: string, verdict: string): string => {
  const { mark, text } = escaped(name);
  return `${mark}${text}: ${verdict}\n`;
};

/** Undefined for what is no such line. */
export function readChecklistLine(line: string): ChecklistLine | undefined {
  const [, mark, digest, text] = /^(\\?)([0-9a-fA-F]{64}) [ *]([^\0]+)$/s.exec(line) ?? [];
  if (digest === undefined || text === undefined) return undefined;
  const name = mark === '' ? text : unescaped(text);
  // What is no UTF-8 has no name here.
  return name === undefined || name.includes('\ufffd') ? undefined : { digest: digest.toLowerCase(), name };
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

function escaped(name: string): { mark: string; text: string } {
  const text = name.replaceAll(/[\\\n\r]/g, (character) => escapes[character] as string);
  return { mark: text === name ? '' : '\\', text };
}

function unescaped(text: string): string | undefined {
  if (!/^(?:[^\\]|\\[\\nr])*$/s.test(text)) return undefined;
  return text.replaceAll(/\\([\\nr])/g, (_, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'));
}
