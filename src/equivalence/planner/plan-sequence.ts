import type { ClangFunction } from '../../code/clang/unit.ts';
import { isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import { EMPTY_MAPPING, type Mapping } from '../pairing/mapping.ts';
import {
  type ComparisonPlan,
  type HarnessPlan,
  makesObject,
  type PlannedCall,
} from '../plan/comparison-plan.ts';
import type { EquivalenceSubject } from '../plan/subject.ts';
import { watchedMemory } from '../plan/watched-memory.ts';
import { isAboutObject, objectPathOf } from '../rust-api/object-type.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { RustApiFunction } from '../rust-api/rust-type.ts';
import type { CSources } from './c-sources.ts';
import { withoutInnerSteps } from './inner-steps.ts';
import { planComparison } from './plan-comparison.ts';
import { zeroedObject } from './zeroed-object.ts';

const RELEASE_NAMES = /(?:free|destroy|delete|release|dispose|clear_all|deinit|close)\w*$/i;

/**
 * Plans sequences of calls on objects of the type that the Rust function is about: constructors,
 * and all else that takes or makes such objects.
 * @throws NotComparable when nothing makes such an object, or tells what one holds
 */
export function planSequence(
  subject: EquivalenceSubject,
  rust: RustApiFunction,
  crate: RustCrate,
  sources: CSources,
): HarnessPlan {
  const handle = objectPathOf(rust, crate);
  if (handle === undefined) throw new NotComparable(`${rust.path} has no object to call it on`);
  const { unit, mapping = EMPTY_MAPPING } = subject;
  const context = { unit, sources, crate, handle, others: subject.others };
  const first = {
    function: subject.function,
    rust,
    plan: planComparison(subject.function, rust, mapping, context),
  };
  const others = partnersOf(subject, rust, crate, handle).flatMap((partner): PlannedCall[] => {
    try {
      const { function: f, rust: other } = partner;
      const plan = planComparison(f, other, partner.mapping, context);
      return [{ function: f, rust: other, plan }];
    } catch (thrown) {
      if (thrown instanceof NotComparable) return [];
      throw thrown;
    }
  });
  const found = withoutInnerSteps([first, ...others], first, [unit, ...subject.others]);
  const zeroed = found.some(({ plan }) => makesObject(plan))
    ? undefined
    : zeroedObject(found, handle, crate, context);
  const calls = zeroed === undefined ? found : [...found, zeroed];
  if (!calls.some(({ plan }) => makesObject(plan))) {
    throw new NotComparable(`no pair of functions is known that makes ${handle}`, 'later');
  }
  const isSeen =
    watchedMemory(calls) !== undefined ||
    calls.some(({ plan }) => plan.outputs.length > 0 && !makesObject(plan));
  if (!isSeen) {
    const because = `no pair of functions is known that tells what a ${handle} holds`;
    throw new NotComparable(because, 'later');
  }
  if (!hasObservableEffect(first.plan)) {
    throw new NotComparable(
      `${first.function.name} gives nothing back, and changes no object`,
      'later',
    );
  }
  const names = found.map(({ function: { name } }) => name).join(', ');
  const limit = `What an object holds is seen only through sequences of calls of ${names}.`;
  const limits = [...first.plan.limits, limit, ...(zeroed?.plan.limits ?? [])];
  const plan = { ...first.plan, limits };
  return { calls: [{ ...first, plan }, ...calls.slice(1)], subjectIndex: 0, objectType: handle };
}

/** Whether a call gives something back, or an object may be another one after it. */
function hasObservableEffect(plan: ComparisonPlan): boolean {
  const changes = ({ pair, type }: ComparisonPlan['rust'][number]) =>
    pair === undefined && (type.kind !== 'reference' || type.mutable);
  return plan.outputs.length > 0 || plan.rust.some(changes);
}

interface PartnerPair {
  readonly function: ClangFunction;
  readonly rust: RustApiFunction;
  readonly mapping: Mapping;
}

/** The other functions that are about the same type of objects. */
function partnersOf(
  { partners, unit, others, function: own }: EquivalenceSubject,
  rust: RustApiFunction,
  crate: RustCrate,
  object: string,
): PartnerPair[] {
  if (partners !== undefined) {
    return partners.flatMap(({ c, rust: path, mapping = EMPTY_MAPPING }) => {
      const f = unit.functions.find(({ name }) => name === c) ?? declaredElsewhere(c, unit, others);
      const other = crate.function(path);
      if (f === undefined || other === undefined || other.path === rust.path) return [];
      return isAboutObject(other, object) ? [{ function: f, rust: other, mapping }] : [];
    });
  }
  return crate.functions().flatMap((other) => {
    if (other.owner !== object || other.path === rust.path) return [];
    const f = partnerOf(other, unit.functions, own);
    return f === undefined ? [] : [{ function: f, rust: other, mapping: EMPTY_MAPPING }];
  });
}

/** A function of another unit that this one knows from a header. */
function declaredElsewhere(
  c: string,
  { prototypes }: EquivalenceSubject['unit'],
  others: EquivalenceSubject['others'],
): ClangFunction | undefined {
  if (!prototypes.some(({ name }) => name === c)) return undefined;
  return others
    .flatMap(({ functions }) => functions)
    .find(({ name, isStatic }) => name === c && !isStatic);
}

/** The C function of a method, by its name: `stack_push` of `Stack::push`. */
function partnerOf(
  rust: RustApiFunction,
  functions: readonly ClangFunction[],
  subject: ClangFunction,
): ClangFunction | undefined {
  const words = rust.name === 'new' ? ['new', 'create', 'init', 'make', 'alloc'] : [rust.name];
  const found = functions.filter(
    ({ name }) =>
      name !== subject.name &&
      !RELEASE_NAMES.test(name) &&
      words.some((word) => isSameName(name, word) || endsWithWord(name, word)),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a C name is a prefix and then the word. */
function endsWithWord(name: string, word: string): boolean {
  const tail = word.replaceAll('_', '').toLowerCase();
  const whole = name.replaceAll('_', '').toLowerCase();
  if (!whole.endsWith(tail)) return false;
  return new RegExp(`(?:_|[a-z](?=[A-Z]))${word[0]}`, 'i').test(name);
}
