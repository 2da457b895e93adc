/** `npm run bench -- --page`: serves the performance page; with `--port=8123` on that port. */
import { serveBench } from './server.js';

const [argument = '--port=8471', ...more] = process.argv.slice(2).filter((option) => option !== '--page');
const port = /^--port=(\d{1,5})$/.exec(argument)?.[1];
if (port === undefined || Number(port) > 65_535 || more.length > 0) {
  console.error('usage: npm run bench -- --page [--port=<port>]');
  process.exit(1);
}
try {
  const { address } = await serveBench(Number(port));
  console.log(`the performance page: ${address} (Ctrl+C ends it)`);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  console.error(`port ${port} is in use: npm run bench -- --page --port=0 takes a free one`);
  process.exit(1);
}
