// Nothing but where things are: Rspack finds the workers' script by itself.
export default { entry: { page: './src/page.js' } };
