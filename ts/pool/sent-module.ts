/** `#module/romulus` in a worker. A worker has no module until the pool sends one. */
export default undefined as never;
