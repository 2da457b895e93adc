/** Throughput, in the unit of the benchmarks. */

/** MB/s, of 10^6 bytes, to three digits. */
export const megabytesASecond = (bytes: number, nanoseconds: number) =>
  Number(((bytes / nanoseconds) * 1000).toPrecision(3));
