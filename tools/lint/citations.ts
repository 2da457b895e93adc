/** Checks that citations name sections that exist. docs/algorithms/README.md, 2 says how to cite. */
import type { Finding, Project } from './project.js';

const pageFolder = 'docs/algorithms';

export function checkCitations(project: Project): Finding[] {
  const findings: Finding[] = [];
  const pageFiles = project.files(/^docs\/algorithms\/.*\.md$/);
  const sections = new Map(
    pageFiles.map((file) => [file.slice(pageFolder.length + 1, -3), sectionsOf(project, file, findings)]),
  );

  for (const file of project.files(
    /^(docs\/algorithms\/.*\.md|(wasm-src|ts|test|verify)\/.*\.(c|cpp|h|hpp|m?ts|mjs))$/,
  )) {
    const isPage = pageFiles.includes(file);
    for (const [line, text] of project.lines(file)) {
      const find = (problem: string) => findings.push({ file, line, text: problem });
      const cite = (page = '', section?: string) => {
        if (!sections.has(page)) find(`${pageFolder} has no page ${page}.md`);
        else if (section && !sections.get(page)?.has(section))
          find(`${pageFolder}/${page}.md has no section ${section}`);
      };
      if (isPage) {
        for (const [, page, section, target, anchor] of text.matchAll(/\[([\w-]+) ([\d.]+)\]\(([^)#]*)#([^)]*)\)/g)) {
          cite(page, section);
          if (target !== `${page}.md` || anchor !== sections.get(page!)?.get(section!))
            find(`[${page} ${section}] links elsewhere`);
        }
      } else {
        for (const [, page, section] of text.matchAll(/\[([a-z][\w-]*) (\d+(?:\.\d+)*)\]/g)) cite(page, section);
        for (const [, page, section] of text.matchAll(/docs\/algorithms\/([\w-]+)\.md(?:, (\d+(?:\.\d+)*))?/g))
          cite(page, section);
      }
      // Text that only looks like a citation would go unchecked.
      const alike = isPage ? /\[([\w-]+)$/g : /\[([a-z][\w-]*)(?: |$)(?!\d+(?:\.\d+)*\])[^\]]*\]?/g;
      for (const [all, page = ''] of text.matchAll(alike)) if (sections.has(page)) find(`not a citation: ${all}`);
    }
  }
  return findings;
}

/** The anchors that GitHub and the site give the sections of a page, by the sections' numbers, which rise. */
function sectionsOf(project: Project, file: string, findings: Finding[]): Map<string, string> {
  const sections = new Map<string, string>();
  let last = '0';
  for (const [line, text] of project.lines(file)) {
    if (!/^#{2,} /.test(text)) continue;
    const [, heading = '', number] = /^#{2,} ((\d+(?:\.\d+)*) \S.*)$/.exec(text) ?? [];
    if (number === undefined) {
      findings.push({ file, line, text: 'a section without a number' });
      continue;
    }
    if (last.localeCompare(number, 'en', { numeric: true }) >= 0)
      findings.push({ file, line, text: `section ${number} comes after ${last}` });
    sections.set(
      number,
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    last = number;
  }
  return sections;
}
