/** The installed package in pages of the bundlers that most people use. */
import { describeBundlers } from './bundler.js';
import { places } from './places.js';

describeBundlers(places['consumers/bundlers']);
