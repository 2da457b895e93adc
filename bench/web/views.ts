/** What the chart can show: which rows, each as a line of which colour and kind. */
import type { ResultRow, Results } from './results.js';

export interface Line {
  label: string;
  row: ResultRow;
  /** Of the page's eight colours, from 1. */
  colour: number;
  /** One message at a time, many in one call, or no function of this package. */
  kind: 'one' | 'many' | 'peer';
}

export interface View {
  title: string;
  lines: Line[];
}

const manyOf = (name: string) => (name === 'Romulus-H' ? 'hashMany' : name.replace(/crypt$/, 'cryptMany'));

/** All functions on the fastest build beside each other, then with each other suite, then each function on all builds. */
export function viewsOf({ rows, builds }: Results): View[] {
  const ours = (build: string) => rows.filter(({ by }) => by === build);
  const peers = rows.filter(({ subject, workload }) => subject === 'peers' && workload === 'one');
  const fastest = builds.at(-1) ?? '';
  const single = ours(fastest).filter(({ name }) => !/Many$/.test(name));
  const rowOf = (name: string, build: string) => ours(build).filter((row) => row.name === name);

  const pair = (name: string, build: string, label: string, colour: number): Line[] => [
    ...rowOf(name, build).map((row): Line => ({ label, row, colour, kind: 'one' })),
    ...rowOf(manyOf(name), build).map((row): Line => ({ label: `${label}, many`, row, colour, kind: 'many' })),
  ];
  const peerLines = (wanted: (row: ResultRow) => boolean, firstColour: number): Line[] =>
    peers.filter(wanted).map((row, i) => ({
      label: `${row.name}, ${row.by}`,
      row,
      colour: ((firstColour - 1 + i) % 8) + 1,
      kind: 'peer',
    }));

  const main = single.filter(({ name }) => !/decrypt$/.test(name));
  const overview = main.flatMap(({ name }, i) => pair(name, fastest, name.replace(/ encrypt$/, ''), i + 1));
  const own = main.flatMap(({ name }, i) => pair(name, fastest, name.replace(/ encrypt$/, ''), i + 1).slice(0, 1));
  const isOfSuite = ({ by }: ResultRow) => by.startsWith('romulus-wasm/');
  const suites = [...new Set(peers.filter(isOfSuite).map(({ by }) => by))];
  const isHash = (name: string) => /^(Romulus-H|SHA|BLAKE)/.test(name);
  return [
    {
      title: `all modes, build ${fastest}`,
      lines: [
        ...own,
        ...peerLines(({ name, by }) => name === 'AES-128-GCM' && !/import/.test(by), main.length + 1),
        ...overview.filter(({ kind }) => kind === 'many'),
      ],
    },
    ...suites.map((suite) => ({
      title: `beside ${suite}`,
      lines: [...own, ...peerLines(({ by }) => by === suite, main.length + 1)],
    })),
    ...single.map(({ name }) => ({
      title: `${name}, all builds`,
      lines: [
        ...builds.flatMap((build, i) => pair(name, build, build, i + 1)),
        ...peerLines((peer) => !isOfSuite(peer) && isHash(peer.name) === isHash(name), builds.length + 1),
      ],
    })),
  ];
}
