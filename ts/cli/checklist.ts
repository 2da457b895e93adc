/** Lists of digests and names, which `hash` writes and `hash --check` reads. Their formats are those of b3sum and of coreutils. */
import { escaped, exitCodes, Failure, usageFailure } from './failure.js';
import { nameOf } from './file-name.js';
import type { Input } from './input.js';

export interface ChecklistLine {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
}

export interface ChecklistStyle {
  /** True if lines that are written name the algorithm, as the lines of BSD do. Both kinds of lines can be read. */
  readonly isTagged: boolean;
  /** The end of a line. Names never contain NUL, so no name needs quoting if lines end with NUL. */
  readonly end: '\n' | '\0';
}

export function checklistLine({ digest, name }: ChecklistLine, { isTagged, end }: ChecklistStyle): string {
  const { mark, text } = quoted(name, end);
  return isTagged ? `${mark}${algorithm} (${text}) = ${digest}` : `${mark}${digest}  ${text}`;
}

export function verdictLine(name: string, verdict: string, { end }: ChecklistStyle): string {
  const { mark, text } = quoted(name, end);
  return `${mark}${text}: ${escaped(verdict)}`;
}

/** Makes a line that a terminal can show safely. If this changes a line of a list, `--check` refuses the changed line. */
export function terminalLine(line: string): string {
  const text = escaped(line);
  return text === line || line.startsWith('\\') ? text : `\\${text}`;
}

/** The algorithm that a line names. Lines that are read may write it with letters of any case. */
const algorithm = 'ROMULUS-H';
const otherLengths = [32, 40, 48, 56, 96, 128];

/** Returns the digest and the name, the problem with the line, or undefined for an empty line and a comment. */
function readLine(line: string, end: ChecklistStyle['end']): ChecklistLine | { problem: string } | undefined {
  if (line === '' || line.startsWith('#') || /^[ \t]*$/.test(line)) return undefined;
  const tagged = /^(\\?)([a-z0-9][a-z0-9/-]{0,31}) ?\(([^\0]+)\) ?= ?([0-9a-f]+)$/is.exec(line);
  const plain = /^(\\?)([0-9a-f]+) [ *]([^\0]+)$/is.exec(line);
  const tag = tagged?.[2];
  if (tag !== undefined && tag.toUpperCase() !== algorithm)
    return { problem: `has a digest of ${tag}, not of Romulus-H` };
  const [mark, digest, text] = tagged ? [tagged[1], tagged[4], tagged[3]] : (plain?.slice(1) ?? []);
  if (digest !== undefined && otherLengths.includes(digest.length))
    return { problem: `has a digest of ${digest.length} digits; those of Romulus-H have 64` };
  const name = mark === '' || end === '\0' ? text : unquoted(text ?? '');
  if (digest?.length !== 64 || !name || (mark !== '' && end === '\0'))
    return { problem: 'is not a digest with a name' };
  // Other programs write U+FFFD for bytes that are not UTF-8.
  if (name.includes('\ufffd')) return { problem: 'has a name with U+FFFD, which stands for what was lost' };
  return { digest: digest.toLowerCase(), name };
}

const quotes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

function quoted(name: string, end: ChecklistStyle['end']): { mark: string; text: string } {
  const text = end === '\0' ? name : name.replaceAll(/[\\\n\r]/g, (character) => quotes[character] as string);
  return { mark: text === name ? '' : '\\', text };
}

function unquoted(text: string): string | undefined {
  if (text.replaceAll(/\\[\\nr]/g, '').includes('\\')) return undefined;
  return text.replaceAll(/\\([\\nr])/g, (_, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'));
}

/** The longest list, in bytes. It has about a million lines, all of which are in memory. */
const longestList = 2 ** 26;
/** The most malformed lines of a list. A file with more of them is no list, and perhaps the user meant to hash it. */
const mostMalformed = 1000;

async function linesOf({ pieces }: Input, end: ChecklistStyle['end'], name: string): Promise<string[]> {
  let latin1 = '';
  for await (const { buffer, byteOffset, length } of pieces()) {
    latin1 += Buffer.from(buffer, byteOffset, length).toString('latin1');
    if (latin1.length > longestList)
      throw usageFailure(`${name}: the list has more than ${longestList} bytes; split it`);
  }
  // A byte order mark, in Latin-1.
  return latin1.replace(/^\xef\xbb\xbf/, '').split(end);
}

const refusal = (name: string, message: string) => new Failure(exitCodes.refused, `${name}: ${message}`);

/** Returns the lines of a list and a message for each wrong line. Throws a single error, which begins with `name`, if it is no list. */
export async function readChecklist(name: string, input: Input, end: ChecklistStyle['end']) {
  const lines: ChecklistLine[] = [];
  const problems: string[] = [];
  for (const [i, latin1] of (await linesOf(input, end, name)).entries()) {
    const text = end === '\n' ? latin1.replace(/\r$/, '') : latin1;
    const line = /[\x80-\xff]/.test(text) ? nameOf(Buffer.from(text, 'latin1')) : text;
    const read = readLine(line, end);
    if (read === undefined) continue;
    if ('digest' in read) {
      lines.push(read);
      continue;
    }
    if (problems.push(`line ${i + 1} ${read.problem}`) > mostMalformed)
      throw refusal(name, `more than ${mostMalformed} malformed lines; this is not a list`);
  }
  if (lines.length > 0) return { lines, problems };
  const [first] = problems;
  throw refusal(name, first ? `${first}; no line of this list can be checked` : 'has no line with a digest and a name');
}
