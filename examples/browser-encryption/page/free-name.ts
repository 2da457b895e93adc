/** Names for results where there are files already. */

/** The name, or if it is taken the first with a number that is not. */
export async function freeName(name: string, isTaken: (name: string) => boolean | Promise<boolean>): Promise<string> {
  const [, stem = name, extension = ''] = /^(.+?)((?:\.[^./]+){1,2})$/.exec(name) ?? [];
  let free = name;
  for (let i = 2; await isTaken(free); i++) free = `${stem} (${i})${extension}`;
  return free;
}

/** The same names, each with a number from its second time on: on disks that tell no capitals, too. */
export async function distinctNames(names: readonly string[]): Promise<string[]> {
  const taken = new Set<string>();
  const distinct: string[] = [];
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  for (const name of names) {
    const free = await freeName(name, (each) => taken.has(keyOf(each)));
    taken.add(keyOf(free));
    distinct.push(free);
  }
  return distinct;
}
