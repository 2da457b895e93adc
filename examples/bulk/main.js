/** The program: `add` begins a run, `work` does jobs, and the other commands show and keep runs. */
import { Argument, Command } from 'commander';
import { add, resume } from './add.js';
import { clean, manifest, status } from './status.js';
import { work } from './work.js';

const program = new Command('node main.js').description('Source and target: a folder, or s3://bucket/prefix.');
const task = new Argument('<task>').choices(['encrypt', 'decrypt', 'hash']);
const ofSource = new Argument('[run]', 'decrypt: not the newest run of the source, but this one');
const command = (words, description, action) => program.command(words).description(description).action(action);
command('add', 'begins a run', add).addArgument(task).arguments('<source> <target>').addArgument(ofSource);
command('work', 'does jobs', work);
command('status <target> [run]', 'shows the newest run of the target, or this one', status).option('--wait');
command('resume <target> [run]', 'goes on where a run was interrupted, and tries again what failed', resume);
command('manifest <target> [run]', 'prints what became of each object', manifest);
command('clean <target> <run>', 'removes the lists and the manifest of a run', clean);
await program.parseAsync().catch((error) => {
  console.error(`bulk: ${error.message}`);
  process.exit(1);
});
