/** The installed package in pages of the bundlers that most people use. */
import { installTarball, writePrograms } from '../tarball.js';
import { describeBundlers } from './bundler.js';
import { installConsumer } from './consumer.js';
import { places } from './places.js';

const project = installTarball();
const installed = installConsumer(project, 'bundlers');
writePrograms(project, 'bundlers/src', 'consumers/page.ts');
describeBundlers(places['consumers/bundlers'], installed);
