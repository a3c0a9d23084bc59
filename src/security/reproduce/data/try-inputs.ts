import type { Reproduction } from '../../candidates/reproduction.ts';
import { type Driver, driverSchema } from '../driver.ts';
import { type CitedDefect, judgeSides } from '../judge.ts';
import type { Reproducer } from '../reproducer.ts';
import { reproductionOf } from '../reproduction-files.ts';
import { codeDictionary } from './code-dictionary.ts';
import { caseDriver, isTried, type SearchLimits, searchDriver } from './driver-text.ts';
import { type EntryPoint, entryPoints } from './entry-points.ts';
import { Program, type ProgramSources } from './program.ts';
import { reachedFunctions } from './reached-code.ts';
import { readCase } from './read-case.ts';

/** A finding that is to be shown, and the id that it has in a report. */
export interface TriedFinding {
  readonly id: string;
  readonly defect: CitedDefect;
}

/** What trying inputs needs of the head. */
export interface DataSources {
  unit: ProgramSources['unit'];
  /** Where the repository defines a function; undefined where it does not. */
  definedIn(name: string): string | undefined;
}

/** What came of it: no run is none of a function that is not on data alone. */
export type TriedOutcome =
  | { readonly kind: 'tried'; readonly reproductions: readonly Reproduction[] }
  | { readonly kind: 'unsuitable'; readonly why: string };

/** Of all searches for one function together. */
const SECONDS = 10;
const LIMITS: SearchLimits = { cases: 400_000, seconds: SECONDS, seed: 1 };

/** How often sources are added that define what a run has reached. */
const MAX_SOURCES = 5;
const MAX_WHY = 2000;
const MAX_DRIVER = 60_000;

/** Weaknesses that no single run of a function shows. */
const NEVER_SHOWN = new Set([401, 404, 459, 771, 772, 775, 362, 366, 367, 667]);
const OF_NUMBERS = new Set([190, 191, 192, 194, 195, 197, 680, 681, 682, 1335, 128, 131, 839, 369]);

/** What UndefinedBehaviorSanitizer looks for besides AddressSanitizer: what is not claimed would end the search. */
function checksFor(defects: readonly CitedDefect[]): string[] {
  const isOfNumbers = defects.some(({ cwe }) => cwe.some((one) => OF_NUMBERS.has(one)));
  const numbers = [
    'signed-integer-overflow',
    'integer-divide-by-zero',
    'shift-exponent',
    'vla-bound',
  ];
  return ['bounds', ...(isOfNumbers ? numbers : [])];
}

/**
 * Shows findings of one function without a model: calls it, or what leads to it, with many inputs that callers could
 * give, and has the case at which the sanitizer reports what is cited judged like any driver.
 * @throws IncompleteError where nothing can be run; the signal's reason
 */
export async function tryInputs(
  findings: readonly TriedFinding[],
  reproducer: Reproducer,
  sources: DataSources,
): Promise<TriedOutcome> {
  const shown = findings.filter(({ defect }) => !defect.cwe.some((one) => NEVER_SHOWN.has(one)));
  const [first] = shown;
  if (first === undefined) return unsuitable('no single run of a function shows that');
  const { place } = first.defect;
  // What the base does with an input tells a defect from one that the inputs are to blame for.
  if (await reproducer.isNew(first.defect)) return unsuitable(`the base has no ${place.function}`);
  const { head } = reproducer;
  const program = new Program({
    files: head.files,
    text: (file) => head.text(file),
    unit: (file) => sources.unit(file),
  });
  const cited = await program.function(place.file, place.function);
  if (cited === undefined) return unsuitable(`${place.function} is no function of ${place.file}`);
  const { entries, why } = await entryPoints(cited, program);
  const reasons: string[] = [];
  for (const entry of entries) {
    const limits = { ...LIMITS, seconds: Math.ceil(SECONDS / entries.length) };
    const result = await tryEntry(entry, limits, findings, {
      ...{ reproducer, sources, program },
    });
    if (Array.isArray(result)) return { kind: 'tried', reproductions: result };
    reasons.push(result);
  }
  if (entries.length === 0) return unsuitable(why);
  const said = [...new Set(reasons)].join('; ').slice(0, MAX_WHY);
  return {
    kind: 'tried',
    reproductions: findings.map(() => ({ outcome: 'not_reproduced', why: said })),
  };
}

function unsuitable(why: string): TriedOutcome {
  return { kind: 'unsuitable', why };
}

interface TryDeps {
  readonly reproducer: Reproducer;
  readonly sources: DataSources;
  readonly program: Program;
}

/** What came of each finding where one is reproduced; else why none is. */
async function tryEntry(
  entry: EntryPoint,
  limits: SearchLimits,
  findings: readonly TriedFinding[],
  { reproducer, sources, program }: TryDeps,
): Promise<Reproduction[] | string> {
  const defects = findings.map(({ defect }) => defect);
  const call = { name: entry.fn.name, inputs: entry.inputs };
  const text = searchDriver(call, codeDictionary(reachedFunctions(entry.unit, entry.fn)), limits);
  const cited = defects.map(({ place }) => place.file);
  const others = new Set(cited.filter((file) => file !== entry.file));
  for (let round = 0; ; round += 1) {
    const driver = machineDriver(entry.file, text, others);
    const search = await reproducer.search(driver, defects, checksFor(defects));
    if (search.kind === 'unbuilt') return `the function does not build: ${search.output}`;
    const { run, last } = search;
    const { undefinedSymbols } = run;
    const missing = undefinedSymbols.flatMap(
      (name) => sources.definedIn(name) ?? program.variableFile(name) ?? [],
    );
    const fresh = missing.filter((file) => file !== entry.file && !others.has(file));
    if (fresh.length > 0 && round < MAX_SOURCES) {
      for (const file of fresh) others.add(file);
      continue;
    }
    if (undefinedSymbols.length > 0) {
      return `inputs of ${call.name} reach what nothing defines: ${undefinedSymbols.join(', ')}`;
    }
    const values = readCase(last, entry.inputs.filter(isTried));
    const isFound = await Promise.all(
      defects.map((defect) => judgeSides(defect, run, () => Promise.resolve({ kind: 'absent' }))),
    );
    if (values === undefined || !isFound.some(({ outcome }) => outcome === 'reproduced')) {
      const reported = run.reports.length === 0 ? 'nothing' : 'something else';
      return `with many inputs that callers can give ${call.name}, the sanitizers reported ${reported}`;
    }
    const fixed = caseDriver(call, values);
    if (fixed.length > MAX_DRIVER) return 'the input that shows it is too long for a driver';
    return await judged(machineDriver(entry.file, fixed, others), findings, reproducer);
  }
}

async function judged(
  driver: Driver,
  findings: readonly TriedFinding[],
  reproducer: Reproducer,
): Promise<Reproduction[] | string> {
  const attempt = await reproducer.attempt(
    driver,
    findings.map(({ defect }) => defect),
  );
  if (attempt.kind === 'unbuilt') return `the driver of the case does not build: ${attempt.output}`;
  const { plan, judgements, undefinedSymbols } = attempt;
  const whys = judgements.flatMap((one) => (one.outcome === 'reproduced' ? [] : [one.why]));
  if (whys.length === judgements.length) return whys[0] ?? '';
  return judgements.map((one, at) => {
    if (one.outcome !== 'reproduced') {
      return { outcome: 'not_reproduced', why: one.why.slice(0, MAX_WHY) };
    }
    const id = findings[at]?.id ?? '';
    return reproductionOf(id, plan, one.report, undefinedSymbols, 'machine');
  });
}

function machineDriver(unit: string, text: string, others: ReadonlySet<string>): Driver {
  return driverSchema.parse({
    ...{ kind: 'driver', unit, driver: text },
    other_units: [...others].sort(),
  });
}
