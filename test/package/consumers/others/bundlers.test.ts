/** The installed package in pages of other bundlers. */
import { describeBundlers } from '../bundler.js';
import { places } from '../places.js';

describeBundlers(places['consumers/others/bundlers']);
