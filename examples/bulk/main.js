/** The program: `add` makes jobs, `work` does them, `status` shows their progress. */
import { add } from './add.js';
import { status } from './status.js';
import { work } from './work.js';

const usage = `node main.js add encrypt|decrypt|hash SOURCE TARGET
node main.js work
node main.js status [--wait]
SOURCE and TARGET are folders, or s3://bucket/prefix. README.md lists the settings.`;

const [command, ...operands] = process.argv.slice(2);
const [task = '', source, target, ...more] = operands;
try {
  if (command === 'add' && /^(encrypt|decrypt|hash)$/.test(task) && source && target && more.length === 0)
    await add(/** @type {import('./tasks.js').Task} */ (task), source, target);
  else if (command === 'work' && operands.length === 0) await work();
  else if (command === 'status' && (operands.length === 0 || (task === '--wait' && operands.length === 1)))
    await status({ wait: task === '--wait' });
  else {
    console.error(usage);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(`bulk: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
