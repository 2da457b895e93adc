/** Finds the programs in documentation: code blocks of Markdown and @example blocks of doc comments. */

export interface Block {
  /** The line of the document where the code starts. */
  line: number;
  code: string;
  language: 'js' | 'ts';
  /** The block's reason not to be executed, if it gives one. */
  notExecuted?: string | undefined;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** The blocks of JavaScript and TypeScript that import from the package. */
export function markdownBlocks(markdown: string): Block[] {
  const fence =
    /(?:<!-- not executed: (.+?) -->\s*\n)?^( *)```(js|ts|mjs|mts|javascript|typescript)\b.*\n([\s\S]*?)^ *```\s*$/gm;
  return [...markdown.matchAll(fence)]
    .map((match): Block => {
      const [all, notExecuted, indent = '', name = '', code = ''] = match;
      return {
        line: lineAt(markdown, match.index + all.indexOf(code)),
        code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
        language: name.includes('j') ? 'js' : 'ts',
        notExecuted,
      };
    })
    .filter(({ code }) => /(?:from|import|require\()\s*['"]romulus-wasm/.test(code));
}

export function exampleBlocks(source: string): Block[] {
  const example = /^ *\* @example\n((?: *\*(?! @|\/).*\n)*)/gm;
  return [...source.matchAll(example)].map((match) => ({
    line: lineAt(source, match.index) + 1,
    code: match[1]!.replaceAll(/^ *\* ?/gm, '').replaceAll(/^```.*$/gm, ''),
    language: 'ts',
  }));
}
