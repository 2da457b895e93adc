// Rollup leaves addresses as they are, so the workers' script is an entry point next to the code that starts it.
import { nodeResolve } from '@rollup/plugin-node-resolve';

export default {
  input: { page: 'src/page.js', 'pool-worker': 'romulus-wasm/pool/worker' },
  output: { chunkFileNames: '[name].js' },
  plugins: [nodeResolve({ browser: true })],
};
