/** The program: `add` begins a run, `work` does jobs, and the other commands show and keep runs. */
import { add, resume } from './add.js';
import { clean, manifest, status } from './status.js';
import { work } from './work.js';

const usage = `node main.js add encrypt|hash SOURCE TARGET       begins a run
node main.js add decrypt SOURCE TARGET [RUN]     decrypts the newest run of SOURCE, or RUN
node main.js work                                does jobs
node main.js status [--wait] TARGET [RUN]        shows the newest run of TARGET, or RUN
node main.js resume TARGET [RUN]                 goes on where a run was interrupted, and tries again what failed
node main.js manifest TARGET [RUN]               prints what became of each object
node main.js clean TARGET RUN                    removes the lists and the manifest of a run
SOURCE and TARGET are folders, or s3://bucket/prefix. README.md lists the settings.`;

const [command = '', ...words] = process.argv.slice(2);
const wait = command === 'status' && words[0] === '--wait';
const operands = wait ? words.slice(1) : words;
const [first = '', second = '', third = '', fourth] = operands;
/** @type {Record<string, [least: number, most: number, run: () => Promise<void>]>} */
const commands = {
  add: [3, first === 'decrypt' ? 4 : 3, () => add(/** @type {any} */ (first), second, third, fourth)],
  work: [0, 0, work],
  status: [1, 2, () => status(first, second, { wait })],
  resume: [1, 2, () => resume(first, second)],
  manifest: [1, 2, () => manifest(first, second)],
  clean: [2, 2, () => clean(first, second)],
};
const [least, most, run] = (Object.hasOwn(commands, command) && commands[command]) || [1, 0, work];
const isTask = command !== 'add' || /^(encrypt|decrypt|hash)$/.test(first);
try {
  if (operands.length >= least && operands.length <= most && operands.every(Boolean) && isTask) await run();
  else {
    console.error(usage);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(`bulk: ${error.message}`);
  process.exit(1);
}
