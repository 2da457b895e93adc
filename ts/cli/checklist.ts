/** Lists of digests and names, as `hash` writes them and `hash --check` reads them: those of b3sum and of coreutils. */
import { escaped, exitCodes, Failure, usageFailure } from './failure.js';
import { isText, nameOf } from './file-name.js';
import type { Input } from './input.js';

export interface ChecklistLine {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
}

export interface ChecklistStyle {
  /** Whether a line names the algorithm, as those of BSD do. Both kinds are read. */
  readonly isTagged: boolean;
  /** What ends a line. With NUL, which no name can have, nothing in a name is quoted. */
  readonly end: '\n' | '\0';
}

/** A name with a line end or backslash in it is quoted, and the line says so by a backslash before it. */
export const checklistLine = ({ digest, name }: ChecklistLine, { isTagged, end }: ChecklistStyle): string => {
  const { mark, text } = quoted(name, end);
  return isTagged ? `${mark}${algorithm} (${text}) = ${digest}` : `${mark}${digest}  ${text}`;
};

/** What is told of a line once it is checked. */
export const verdictLine = (name: string, verdict: string, { end }: ChecklistStyle): string => {
  const { mark, text } = quoted(name, end);
  return `${mark}${text}: ${escaped(verdict)}`;
};

/** Either line as a terminal may show it. `--check` takes none that had to be changed for that. */
export function terminalLine(line: string): string {
  const text = escaped(line);
  return text === line || line.startsWith('\\') ? text : `\\${text}`;
}

/** In lines with a tag; read in any case. */
const algorithm = 'ROMULUS-H';
/** The digits of other digests, by which a list of them is recognised. */
const otherLengths = [32, 40, 48, 56, 96, 128];

/** Why a line is not one, behind the number of the line. */
interface Malformed {
  readonly problem: string;
}

/** Undefined for an empty line and for a comment. */
function readChecklistLine(line: string, { end }: Pick<ChecklistStyle, 'end'>): ChecklistLine | Malformed | undefined {
  if (/^[ \t]*$/.test(line) || line.startsWith('#')) return undefined;
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
  // Other programs write it in the place of what is not UTF-8.
  if (name.includes('\ufffd')) return { problem: 'has a name with U+FFFD, which stands for what was lost' };
  return { digest: digest.toLowerCase(), name };
}

const quotes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

function quoted(name: string, end: ChecklistStyle['end']): { mark: string; text: string } {
  const text = end === '\0' ? name : name.replaceAll(/[\\\n\r]/g, (character) => quotes[character] as string);
  return { mark: text === name ? '' : '\\', text };
}

function unquoted(text: string): string | undefined {
  if (!/^(?:[^\\]|\\[\\nr])*$/s.test(text)) return undefined;
  return text.replaceAll(/\\([\\nr])/g, (_, letter) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'));
}

/** In bytes: several times what systems allow a name, each byte of it quoted. */
const longestLine = 2 ** 17;
/** In bytes: about a million lines, all of which are in memory. */
const longestList = 2 ** 26;

const byteOrderMark = '\ufeff';

/** The lines of a list, without their ends. `name` stands in messages. */
async function* linesOf(name: string, input: Input, end: ChecklistStyle['end']): AsyncGenerator<string> {
  let number = 1;
  const check = (line: string): void => {
    if (line.length > longestLine)
      throw new Failure(
        exitCodes.refused,
        `${name}: line ${number} has more than ${longestLine} bytes; this is not a list`,
      );
  };
  /** Of a line with a character for each byte. */
  const decoded = (line: string): string => {
    const text = nameOf(Buffer.from(line, 'latin1'));
    return number === 1 && text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
  };
  let length = 0;
  let rest = '';
  for await (const piece of input.pieces()) {
    length += piece.length;
    if (length > longestList) throw usageFailure(`${name}: the list has more than ${longestList} bytes; split it`);
    const lines = (rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')).split(end);
    rest = lines.pop() as string;
    for (const line of lines) {
      check(line);
      yield decoded(end === '\0' ? line : line.replace(/\r$/, ''));
      number++;
    }
    check(rest);
  }
  if (rest !== '') yield decoded(rest);
}

/** A list with more malformed lines is something else: a file that was meant to be hashed, say. */
const mostMalformed = 1000;

export interface Checklist {
  readonly lines: ChecklistLine[];
  /** What is wrong with other lines. */
  readonly problems: string[];
}

/** Fails if it is not a list at all, which is one error however many lines there are. `name` stands in messages. */
export async function readChecklist(name: string, input: Input, end: ChecklistStyle['end']): Promise<Checklist> {
  const lines: ChecklistLine[] = [];
  const problems: string[] = [];
  const refusal = (message: string) => new Failure(exitCodes.refused, `${name}: ${message}`);
  let number = 0;
  let isBinary = false;
  for await (const line of linesOf(name, input, end)) {
    number++;
    const read = readChecklistLine(line, { end });
    if (read === undefined) continue;
    if ('name' in read) {
      lines.push(read);
      continue;
    }
    isBinary ||= line.includes('\0') || !isText(line);
    if (problems.push(`line ${number} ${read.problem}`) <= mostMalformed) continue;
    if (lines.length === 0) break;
    throw refusal(`more than ${mostMalformed} malformed lines; this is not a list`);
  }
  if (lines.length > 0) return { lines, problems };
  if (isBinary) throw refusal('is binary data, not a list of digests');
  throw refusal(
    problems.length > 0
      ? `${problems[0]}; no line of this list can be checked`
      : 'has no line with a digest and a name',
  );
}
