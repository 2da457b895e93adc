/** Pages' programs do the work of the page's name, up to the build in its address, and report the outcome as JSON. */
import type { Build } from '../../../fixtures/emulate-build.js';

export const limit = (new URLSearchParams(location.search).get('build') ?? undefined) as Build | undefined;

export const read = async (file: string) => (await fetch(`/kats/${file}`)).text();

export async function answer(works: Record<string, () => Promise<unknown>>): Promise<void> {
  const work = works[location.pathname.split('/').at(-1)!]!;
  document.querySelector('output')!.textContent = JSON.stringify(await work().catch(String));
}
