/** The types of module-text.mjs for the test that looks for a module in bundles. */
export declare function moduleText(bytes: Iterable<number>): string;
