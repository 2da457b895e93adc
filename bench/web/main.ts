/** `npm run bench:page`: serves the performance page; `-- --port=8123` on that port. */
import { serveBench } from './server.js';

const port = Number(/^--port=(\d+)$/.exec(process.argv[2] ?? '--port=8471')?.[1]);
const { address } = await serveBench(port);
console.log(`the performance page: ${address}   (Ctrl+C ends it)`);
