/** Lists of digests and names, as `hash` writes them and `hash --check` reads them: those of b3sum and of coreutils. */
import { escaped, exitCodes, Failure, usageFailure } from './failure.js';
import type { Input } from './input.js';

export interface ChecklistLine {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
}

/** A name with a line end or backslash in it is quoted, and the line says so by a backslash before it. */
export const checklistLine = ({ digest, name }: ChecklistLine): string => {
  const { mark, text } = quoted(name);
  return `${mark}${digest}  ${text}`;
};

/** What is told of a line once it is checked. */
export const verdictLine = (name: string, verdict: string): string => {
  const { mark, text } = quoted(name);
  return `${mark}${text}: ${escaped(verdict)}`;
};

/** Either line as a terminal may show it. `--check` takes none that had to be changed for that. */
export function terminalLine(line: string): string {
  const text = escaped(line);
  return text === line || line.startsWith('\\') ? text : `\\${text}`;
}

/** Undefined for what is no such line. */
export function readChecklistLine(line: string): ChecklistLine | undefined {
  const [, mark, digest, text] = /^(\\?)([0-9a-fA-F]{64}) [ *]([^\0]+)$/s.exec(line) ?? [];
  if (digest === undefined || text === undefined) return undefined;
  const name = mark === '' ? text : unquoted(text);
  // What is no UTF-8 has no name here.
  return name === undefined || name.includes('\ufffd') ? undefined : { digest: digest.toLowerCase(), name };
}

const quotes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

function quoted(name: string): { mark: string; text: string } {
  const text = name.replaceAll(/[\\\n\r]/g, (character) => quotes[character] as string);
  return { mark: text === name ? '' : '\\', text };
}

function unquoted(text: string): string | undefined {
  if (!/^(?:[^\\]|\\[\\nr])*$/s.test(text)) return undefined;
  return text.replaceAll(/\\([\\nr])/g, (_, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'));
}

/** In characters: several times what systems allow a name, each character of it quoted. */
const longestLine = 2 ** 17;
/** In bytes: about a million lines, all of which are in memory. */
const longestList = 2 ** 26;

/** The lines of a list, without their ends; one, which is empty, of an empty list. `name` stands in messages. */
export async function* linesOf(name: string, input: Input): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let number = 1;
  const checked = (line: string): string => {
    if (line.length <= longestLine) return line;
    throw new Failure(
      exitCodes.refused,
      `${name}: line ${number} has more than ${longestLine} characters; this is not a list`,
    );
  };
  let length = 0;
  let rest = '';
  for await (const piece of input.pieces()) {
    length += piece.length;
    if (length > longestList) throw usageFailure(`${name}: the list has more than ${longestList} bytes; split it`);
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) {
      yield checked(line).replace(/\r$/, '');
      number++;
    }
    checked(rest);
  }
  rest += decoder.decode();
  if (rest !== '' || number === 1) yield rest;
}
