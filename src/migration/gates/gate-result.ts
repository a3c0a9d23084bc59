import * as z from 'zod';

/** The gates by name, in the order in which reports list them. */
const GATES = [
  'silent stub',
  'lost tests',
  'changed tests',
  'changed C',
  'tests run',
  'unsafe code',
  'panics on input',
  'raw pointers',
  'foreign interface',
  'transmute',
  'static mut',
  'hidden warnings',
  'narrowing casts',
  'warnings',
  'recursion',
  'linked C',
  'new findings',
] as const;

const placeSchema = z.object({
  /** Relative to the crate's folder, or to the project's for C; empty for what has no file. */
  file: z.string(),
  /** From 1; 0 for the file as a whole. */
  line: z.int().nonnegative(),
  what: z.string(),
});

/** What a gate says of migrated code. A gate that only lists passes, and says where. */
export const gateResultSchema = z.object({
  gate: z.enum(GATES),
  outcome: z.enum(['passed', 'failed', 'not applicable']),
  /** One plain sentence. */
  what: z.string(),
  where: z.array(placeSchema),
});

export type GateName = (typeof GATES)[number];
export type GateLocation = z.infer<typeof placeSchema>;
export type GateResult = z.infer<typeof gateResultSchema>;

/** A gate that fails by each of the places given, and passes with none. */
export function resultOfFaults(
  gate: GateName,
  faults: readonly GateLocation[],
  whenNone: string,
): GateResult {
  const [first] = faults;
  if (first === undefined) return { gate, outcome: 'passed', what: whenNone, where: [] };
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return { gate, outcome: 'failed', what: `${first.what}${more}`, where: [...faults] };
}

/**
 * A gate without the places that were there before, by their files and words: what is left is what came
 * since. It passes where nothing is. A gate that fails without places is as it was.
 */
export function resultSince(before: GateResult | undefined, after: GateResult): GateResult {
  if (after.outcome !== 'failed' || after.where.length === 0) return after;
  const key = ({ file, what }: GateLocation) => `${file}\n${what}`;
  const known = Map.groupBy(before?.where ?? [], key);
  const fresh = after.where.filter((place) => known.get(key(place))?.pop() === undefined);
  if (fresh.length === after.where.length) return after;
  return resultOfFaults(after.gate, fresh, 'nothing of it is new');
}

/** A gate that lists what a reviewer should look at, and holds nothing up. */
export function resultOfListing(
  gate: GateName,
  places: readonly GateLocation[],
  what: string,
): GateResult {
  return { gate, outcome: 'passed', what, where: [...places] };
}

export function notApplicable(gate: GateName, what: string): GateResult {
  return { gate, outcome: 'not applicable', what, where: [] };
}
