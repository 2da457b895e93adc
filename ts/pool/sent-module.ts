/** `#module/romulus` in a worker, which has no module until the pool sends it one. */
export default undefined as never;
