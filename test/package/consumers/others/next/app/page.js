/** Next wants a page. */
export default function Page() {
  return 'romulus-wasm in Next: /edge and /node';
}
