import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';

/**
 * The units that define what the harness or a unit needs, and what these need in turn. What a unit defines itself is
 * no other's, whatever name others give to something of theirs: a project may be several programs.
 * @param called what the harness calls
 */
export function requiredUnits(
  unit: ClangUnit,
  others: readonly ClangUnit[],
  called: readonly ClangFunction[],
): ClangUnit[] {
  const linked = [unit];
  const link = (other: ClangUnit | undefined) => {
    if (other !== undefined && !linked.includes(other)) linked.push(other);
  };
  const candidates = others.filter(({ language, file }) => language === 'c' && file !== unit.file);
  for (const f of called) link(candidates.find(({ functions }) => functions.includes(f)));
  for (const one of linked) {
    const own = new Set([...one.functions, ...one.globals].map(({ name }) => name));
    const wanted = new Set(one.functions.flatMap((f) => [...f.calls, ...f.globals]));
    for (const name of wanted) {
      if (own.has(name) || linked.some((other) => defines(other, name))) continue;
      link(candidates.find((other) => defines(other, name)));
    }
  }
  return linked.slice(1);
}

/** Whether other units can use what a unit has under a name. */
function defines({ functions, globals }: ClangUnit, name: string): boolean {
  const isIt = (one: { readonly name: string; readonly isStatic: boolean }) =>
    one.name === name && !one.isStatic;
  return functions.some(isIt) || globals.some((one) => isIt(one) && one.within === undefined);
}
