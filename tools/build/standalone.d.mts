/** The types of standalone.mjs for the test that compares the hash. */
export declare function integrityOf(text: string): string;
