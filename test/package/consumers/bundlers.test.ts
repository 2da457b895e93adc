/** The installed package in pages of the bundlers that most people use. */
import { installTarball, writePrograms } from '../tarball.js';
import { describeBundlers, installConsumer } from './consumer.js';
import { places } from './places.js';

const project = installTarball();
writePrograms(project, 'bundlers/src');
describeBundlers(places['consumers/bundlers'], project, installConsumer(project, 'bundlers'));
