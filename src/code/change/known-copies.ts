import type { GuardedUse } from './guarded-uses.ts';

/** The places that are known to hold the value of one of some others at a use: `q` of `p->next` behind `q = p->next`. */
export function knownCopies(
  { constraints }: GuardedUse,
  places: ReadonlySet<string>,
): ReadonlySet<string> {
  const copies = new Set<string>();
  for (const { kind, keeps, alternatives } of constraints.values()) {
    const [{ relation, form }, ...others] = alternatives;
    if (kind !== 'assigned' || keeps !== undefined || others.length > 0) continue;
    const [first, second, ...more] = form.terms;
    if (relation !== '==' || form.constant !== 0 || more.length > 0) continue;
    if (first === undefined || second === undefined || first[1] !== -second[1]) continue;
    if (places.has(first[0])) copies.add(second[0]);
    if (places.has(second[0])) copies.add(first[0]);
  }
  return copies;
}
