// Otherwise Next looks for the outermost folder that has a lock file.
export default { turbopack: { root: import.meta.dirname } };
