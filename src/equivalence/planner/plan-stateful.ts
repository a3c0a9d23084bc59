import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import { isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import { EMPTY_MAPPING, type Mapping } from '../pairing/mapping.ts';
import { reachableFunctions } from '../pairing/reachable-functions.ts';
import type { HarnessPlan, PlannedCall } from '../plan/comparison-plan.ts';
import type { EquivalenceSubject } from '../plan/subject.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import { type ComparisonContext, planComparison } from './plan-comparison.ts';

/** More functions of one state tell nothing new. */
const MAX_CALLS = 8;

/**
 * Plans sequences of calls that begin with the first state of both sides, where C keeps something in
 * variables of the file that Rust has in another form: a counter, a table that a call of another function
 * fills. Undefined where one of both keeps nothing.
 * @param first the call of the function in question
 */
export function planStateful(
  subject: EquivalenceSubject,
  first: PlannedCall,
  crate: RustCrate,
  context: ComparisonContext,
): HarnessPlan | undefined {
  const { unit, function: own } = subject;
  const bound = new Set(first.plan.variables.bound.map(({ name }) => name));
  const state = stateOf(own, unit).filter((name) => !bound.has(name));
  if (state.length === 0 || !crate.keepsState(first.rust.path)) return undefined;
  const shared = unit.functions.filter(
    (f) => f !== own && stateOf(f, unit).some((name) => state.includes(name)),
  );
  const others = shared.flatMap((f): PlannedCall[] => {
    const partner = partnerOf(f, subject, crate);
    const rust = partner === undefined ? undefined : crate.function(partner.rust);
    if (partner === undefined || rust === undefined) return [];
    try {
      return [{ function: f, rust, plan: planComparison(f, rust, partner.mapping, context) }];
    } catch (thrown) {
      if (thrown instanceof NotComparable) return [];
      throw thrown;
    }
  });
  const calls = [first, ...others.slice(0, MAX_CALLS - 1)];
  if (calls.every(({ plan }) => plan.outputs.length === 0)) return undefined;
  const names = calls.map(({ function: { name } }) => name).join(', ');
  const limit = `What is kept between calls (${state.join(', ')}) is seen only through sequences of calls of ${names}, each from the first state on.`;
  const plan = { ...first.plan, limits: [...first.plan.limits, limit] };
  const all = [{ ...first, plan }, ...calls.slice(1)];
  return { calls: all, subjectIndex: 0, objectType: undefined, isStateful: true };
}

/** The variables that a function, or what it calls in its unit, keeps something in. */
function stateOf(f: ClangFunction, unit: ClangUnit): string[] {
  const names = new Set(reachableFunctions(f, [unit]).flatMap(({ globals }) => globals));
  return unit.globals
    .filter(({ name, isConst }) => !isConst && names.has(name))
    .map(({ name }) => name);
}

function partnerOf(
  { name }: ClangFunction,
  { partners }: EquivalenceSubject,
  crate: RustCrate,
): { readonly rust: string; readonly mapping: Mapping } | undefined {
  const known = partners?.find(({ c }) => c === name);
  if (known !== undefined) return { rust: known.rust, mapping: known.mapping ?? EMPTY_MAPPING };
  if (partners !== undefined) return undefined;
  const found = crate.functions().filter((one) => isSameName(name, one.name));
  const [only] = found;
  return only === undefined || found.length > 1
    ? undefined
    : { rust: only.path, mapping: EMPTY_MAPPING };
}
