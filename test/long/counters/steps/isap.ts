/** ISAP has no counter. */
export const stepOf = () => undefined;
