/**
 * Short names for the properties that only the package's own code sees. Minifiers shorten variables alone, so users would
 * download these names in full. No public declaration has one of them: test/package/contents.test.ts.
 */
import { type BuildOptions, type BuildResult, build } from 'esbuild';

const long = `
  abandon address alone batchLength beginMessage bringMessage bringPiece copied copyInputs cryptText direction engine
  feed finishHash isAuthentic isHash isLast isOverAfter laneCosts laneLimit lanes loader moved operation parallel
  piece pieceLimit position prefixLength processed putState readsTextFirst requestOf resultLength resultPlace section
  sliceBytes startHash startMessage steps takeState takeTag textLength verifyTag writeTag
`;
export const shortened = long.trim().split(/\s+/);

/** What esbuild gave so far: the same in every bundle, since objects cross from one to another. */
let mangleCache: NonNullable<BuildOptions['mangleCache']> = {};

/** Bundles with short names, and gives the files unwritten. */
export async function bundleShort(options: BuildOptions): Promise<BuildResult<{ write: false; metafile: true }>> {
  const mangleProps = new RegExp(`^(${shortened.join('|')})$`);
  // Quoted too: before `in`.
  const names = { mangleProps, mangleQuoted: true, mangleCache };
  const result = await build({ ...options, ...names, write: false, metafile: true });
  mangleCache = result.mangleCache;
  return result;
}
