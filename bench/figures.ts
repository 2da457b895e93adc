/** The figures that the benchmarks tell: medians of measurements, and throughput. */

/** The median, which a few disturbed measurements do not move. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** MB/s, of 10^6 bytes, to three digits. */
export const megabytesASecond = (bytes: number, nanoseconds: number) =>
  Number(((bytes / nanoseconds) * 1000).toPrecision(3));

/** MiB/s, of 2^20 bytes, to three digits. */
export const mebibytesASecond = (bytes: number, nanoseconds: number) =>
  Number(((bytes / nanoseconds) * (1e9 / 2 ** 20)).toPrecision(3));
