/** Starts the service, and ends it on SIGTERM or SIGINT. */
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { openKeyStore } from './key-store.js';

const config = readConfig(process.env);
const { app, operations, shutDown } = await createApp(config, openKeyStore(config.keys));
if (!process.env.KEY_FILE && !config.keys.service)
  app.log.warn('the keys are those of the demonstration: set KEY_FILE');

// Requests under way may take their time. An uncaught error ends the process at once.
const delay = config.drainDelay + config.timeLimit + 5000;
closeWithGrace({ delay, logger: app.log }, async ({ err }) => {
  if (err) app.log.fatal(err);
  else await shutDown();
});

await app.listen({ host: config.host, port: config.port });
app.log.info(`health and metrics at ${await operations.listen(config.operations)}`);
