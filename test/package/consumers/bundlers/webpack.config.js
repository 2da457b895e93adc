// Names only the places of files: webpack finds the workers' script by itself.
export default { entry: { page: './src/page.js' } };
