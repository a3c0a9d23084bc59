import { parseCrate } from '../../code/rust/crate/crate.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { changedC } from './changed-c.ts';
import { foreignInterface } from './foreign-interface.ts';
import { type GateResult, notApplicable } from './gate-result.ts';
import type { GateSettings } from './gate-settings.ts';
import { hiddenWarnings } from './hidden-warnings.ts';
import { linkedC } from './linked-c.ts';
import { lostTests } from './lost-tests.ts';
import { narrowingCasts } from './narrowing-casts.ts';
import { panicsOnInput } from './panics-on-input.ts';
import { rawPointers } from './raw-pointers.ts';
import { recursion } from './recursion.ts';
import { silentStub } from './silent-stub.ts';
import { staticMut } from './static-mut.ts';
import { cFunctionWorkOf } from './stub/c-work.ts';
import { type TestResults, testsRun } from './tests-run.ts';
import { transmute } from './transmute.ts';
import { unsafeCode } from './unsafe-code.ts';
import { type CompilerProblem, warnings } from './warnings.ts';

export interface GateParsers {
  readonly rust: SourceParser;
  readonly c: SourceParser;
}

type Texts = ReadonlyMap<string, string>;

/** Everything that the gates may ask of a crate; what is not given is not judged. */
export interface CrateGateInput {
  /** Files of the crate by path: `Cargo.toml`, `src/lib.rs`. */
  readonly crate: Texts;
  /** As it was before the step that is judged. */
  readonly before?: Texts;
  /** C sources by path, texts or digests, before and after. */
  readonly c?: { readonly before: Texts; readonly after: Texts };
  readonly tests?: TestResults;
  readonly problems?: readonly CompilerProblem[];
  readonly settings: GateSettings;
}

/** A function that was migrated, beside the C that it replaces. */
export interface FunctionGateInput {
  readonly crate: Texts;
  /** The file of the Rust function, and its name as in `name` or `Type::method`. */
  readonly path: string;
  readonly name: string;
  /** The text of the C function, macros unexpanded. */
  readonly c: string;
  /** Functions of the C that `todo!("…")` may still name. */
  readonly pending?: ReadonlySet<string>;
}

/** Judges a crate as a whole: every gate but those of one function. */
export function checkCrateGates(parsers: GateParsers, question: CrateGateInput): GateResult[] {
  const { settings, before, c, tests, problems } = question;
  const crate = parseCrate(parsers.rust, question.crate);
  const was = before === undefined ? undefined : parseCrate(parsers.rust, before);
  const results = [
    was === undefined
      ? notApplicable('lost tests', 'there is nothing before')
      : lostTests(was, crate),
    c === undefined ? notApplicable('changed C', 'no C was given') : changedC(c.before, c.after),
    tests === undefined
      ? notApplicable('tests run', 'the tests were not run')
      : testsRun(tests, crate),
    unsafeCode(crate, settings.max_unsafe_percent),
    panicsOnInput(crate, settings.max_panics_on_input),
    rawPointers(crate),
    foreignInterface(crate),
    transmute(crate),
    staticMut(crate),
    hiddenWarnings(crate),
    problems === undefined ? notApplicable('warnings', 'it was not built') : warnings(problems),
    linkedC(crate),
  ];
  return results.map((result) => applyListOnly(result, settings));
}

/** Judges one function beside its C: stubs, casts that cut, recursion in place of a loop. */
export function checkFunctionGates(
  parsers: GateParsers,
  question: FunctionGateInput,
): GateResult[] {
  const crate = parseCrate(parsers.rust, question.crate);
  const work = cFunctionWorkOf(parsers.c, question.c);
  const { path, name, pending } = question;
  const own = { ...crate, files: crate.files.filter((file) => file.path === path) };
  return [
    silentStub({ crate, path, name, c: work, ...(pending === undefined ? {} : { pending }) }),
    narrowingCasts(own, name, question.c),
    recursion(crate, name.slice(name.lastIndexOf(':') + 1), work),
  ];
}

/** A gate that the settings ask only to list passes, and says what it would have failed. */
function applyListOnly(result: GateResult, { list_only }: GateSettings): GateResult {
  const isListed = list_only.some((gate) => gate === result.gate);
  return isListed && result.outcome === 'failed' ? { ...result, outcome: 'passed' } : result;
}
