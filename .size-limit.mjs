/** The bytes that users download, minified and gzipped as their bundlers do it. `npm run check -- size` fails above them. */
const modifyEsbuildConfig = (config) => ({ ...config, format: 'esm', target: 'es2022' });
const measured = { gzip: true, modifyEsbuildConfig };

export default [
  { name: 'all of romulus-wasm', path: 'dist/index.js', import: '*', limit: '26624 B', ...measured },
  { name: 'romulusN alone', path: 'dist/index.js', import: '{ romulusN }', limit: '21900 B', ...measured },
  { name: 'all of romulus-wasm/by-url', path: 'dist/by-url.js', import: '*', limit: '12.6 KiB', ...measured },
  { name: 'all of romulus-wasm/js', path: 'dist/js.js', import: '*', limit: '18000 B', ...measured },
];
