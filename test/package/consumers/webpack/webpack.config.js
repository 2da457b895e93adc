// Nothing but where things are: webpack finds the workers' script by itself.
export default { entry: { page: './src/page.js' } };
