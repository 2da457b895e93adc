/** The order in which a batch takes its messages: the longest first. */

/**
 * The order of messages by the steps that they take, downwards. Exact where it matters: short ones differ by a large part
 * in one step, long ones are sorted to a part in thirty-two.
 */
export function longestFirst(steps: Uint32Array): Uint32Array {
  // A counting sort: where each class begins, and then everyone to their place.
  const classes = new Uint16Array(steps.length);
  const begins = new Uint32Array(32 * 28);
  for (let i = 0; i < steps.length; i++) {
    const count = steps[i] as number;
    const shift = Math.max(0, 26 - Math.clz32(count));
    const itsClass = 32 * shift + (count >>> shift);
    classes[i] = itsClass;
    (begins[itsClass] as number)++;
  }
  let before = 0;
  for (let i = begins.length - 1; i >= 0; i--) {
    const size = begins[i] as number;
    begins[i] = before;
    before += size;
  }
  const order = new Uint32Array(steps.length);
  for (let i = 0; i < steps.length; i++) order[(begins[classes[i] as number] as number)++] = i;
  return order;
}
