/**
 * Gives short names to the properties that only the package's own code sees. Minifiers shorten only variables, so users
 * would download these names in full. test/package/contents.test.ts checks that no public declaration has one of them.
 */
import { type BuildOptions, type BuildResult, build } from 'esbuild';

const long = `
  address alone batchLength beginMessage bringMessage bringPiece copied copyInputs cryptText cut direction
  ending engine feed finishHash format isAuthentic isHash isLast isOverAfter kind laneCosts lanes leftovers
  loader operation parallel piece pieceLimit position prefixLength processed putState readsTextFirst requestOf
  resultLength resultPlace section sliceBytes startHash startMessage states steps string takeState textLength total
  verifyTag writeTag
`;
export const shortened = long.trim().split(/\s+/);

/**
 * Makes bundles with short names. All bundles of one bundler get equal names, since objects cross between them. The
 * files are not written.
 */
export function shortBundler() {
  const mangleProps = new RegExp(`^(${shortened.join('|')})$`);
  let mangleCache: NonNullable<BuildOptions['mangleCache']> = {};
  return async (options: BuildOptions): Promise<BuildResult<{ write: false; metafile: true }>> => {
    // The code quotes names before `in`, so quoted names must be shortened too.
    const names = { mangleProps, mangleQuoted: true, mangleCache };
    const result = await build({ ...options, ...names, write: false, metafile: true });
    mangleCache = result.mangleCache;
    return result;
  };
}
