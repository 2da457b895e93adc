/** The languages of the page. */
export { english } from './english.js';
export { german } from './german.js';
