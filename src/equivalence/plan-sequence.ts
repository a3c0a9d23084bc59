import type { CFunction } from '../code/clang/c-unit.ts';
import { makesHandle } from './c/c-driver.ts';
import type { CSources } from './c-sources.ts';
import { makePlan } from './make-plan.ts';
import { EMPTY_MAPPING } from './mapping.ts';
import { sameName } from './names.ts';
import { NotComparable } from './not-comparable.ts';
import type { Plan } from './plan.ts';
import type { RustCrate } from './rust/rust-crate.ts';
import type { RustFunction } from './rust/rust-type.ts';
import type { EquivalenceSubject } from './subject.ts';

/** A pair of functions that the harness calls. */
export interface PlannedCall {
  readonly function: CFunction;
  readonly rust: RustFunction;
  readonly plan: Plan;
}

/** Calls on objects that only such calls make, change and look into. */
export interface Planned {
  readonly calls: readonly PlannedCall[];
  /** Which of them is the function in question. */
  readonly subject: number;
  /** The Rust type of the objects. */
  readonly handle: string | undefined;
}

const RELEASES = /(?:free|destroy|delete|release|dispose|clear_all|deinit|close)\w*$/i;

/**
 * Plans sequences of calls on objects of the Rust function's type: constructors, and what else the
 * names of both sides pair.
 * @throws NotComparable when nothing makes such an object
 */
export function planSequence(
  subject: EquivalenceSubject,
  rust: RustFunction,
  crate: RustCrate,
  sources: CSources,
): Planned {
  const handle = rust.owner;
  if (handle === undefined) throw new NotComparable(`${rust.path} is no method`);
  const { unit, mapping = EMPTY_MAPPING } = subject;
  const context = { unit, sources, crate, handle, others: subject.others };
  const own: PlannedCall = {
    function: subject.function,
    rust,
    plan: makePlan(subject.function, rust, mapping, context),
  };
  const others = crate
    .functions()
    .filter(({ owner, path }) => owner === handle && path !== rust.path)
    .flatMap((other): PlannedCall[] => {
      const c = partnerOf(other, unit.functions, subject.function);
      if (c === undefined) return [];
      try {
        const plan = makePlan(c, other, EMPTY_MAPPING, context);
        return [{ function: c, rust: other, plan }];
      } catch (thrown) {
        if (thrown instanceof NotComparable) return [];
        throw thrown;
      }
    });
  const calls = [own, ...others];
  if (!calls.some(({ plan }) => makesHandle(plan))) {
    throw new NotComparable(`no pair of functions is known that makes ${handle}`);
  }
  const observers = calls.filter(({ plan }) => plan.outputs.length > 0 && !makesHandle(plan));
  if (observers.length === 0) {
    throw new NotComparable(`no pair of functions is known that tells what a ${handle} holds`);
  }
  const names = calls.map(({ function: { name } }) => name).join(', ');
  const limit = `What an object holds is seen only through sequences of calls of ${names}.`;
  const [first, ...rest] = calls;
  if (first === undefined) throw new Error('no call');
  const limits = [...first.plan.limits, limit];
  return { calls: [{ ...first, plan: { ...first.plan, limits } }, ...rest], subject: 0, handle };
}

/** The C function of a method, by its name: `stack_push` of `Stack::push`. */
function partnerOf(
  rust: RustFunction,
  functions: readonly CFunction[],
  subject: CFunction,
): CFunction | undefined {
  const words = rust.name === 'new' ? ['new', 'create', 'init', 'make', 'alloc'] : [rust.name];
  const found = functions.filter(
    ({ name }) =>
      name !== subject.name &&
      !RELEASES.test(name) &&
      words.some((word) => sameName(name, word) || endsWithWord(name, word)),
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
