import * as z from 'zod';
import { cutText } from '../../agent/cut-text.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { isReproduced, type Reproduction } from '../candidates/reproduction.ts';
import type { Derivation } from '../candidates/triage-result.ts';
import { conditionsAround } from '../reproduce/conditions-around.ts';
import { type Driver, driverSchema } from '../reproduce/driver.ts';
import type { CitedDefect } from '../reproduce/judge.ts';
import { kitText, symbolLines } from '../reproduce/kit-text.ts';
import { type DriverFacts, refusedDriver } from '../reproduce/refused-driver.ts';
import type { Attempt, Reproducer } from '../reproduce/reproducer.ts';
import { reproductionOf } from '../reproduce/reproduction-files.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { candidateText } from './candidate-text.ts';
import { askAgent, type StageDeps } from './stage.ts';

/** A finding that stands, and how it is reached. */
export interface StandingFinding {
  readonly candidate: Candidate;
  readonly derivation: Derivation;
}

/** Findings of one function, which one driver may show. */
export interface ReproductionGroup {
  readonly subject: string;
  readonly findings: readonly StandingFinding[];
}

/** Answers to one question, and those of them that ran to an end without showing it. */
const MAX_ANSWERS = 8;
const MAX_RUNS = 4;
const MAX_OUTCOME = 6000;
const MAX_WHY = 2000;

const answerSchema = z.discriminatedUnion('kind', [
  driverSchema,
  z.object({ kind: z.literal('cannot'), why: z.string().trim().min(1).max(2000) }),
]);

type StageIndex = Pick<StageDeps, 'index'>;

/** What of the question is known without building anything. */
export async function reproducePromptInputs(
  { findings }: ReproductionGroup,
  { index }: StageIndex,
): Promise<{ readonly code: string; readonly findings: string }> {
  const targets = findings.map(({ candidate, derivation }) => ({
    ...{ file: candidate.file, line: candidate.line, trace: derivation.trigger_path },
    text: [candidate.description, derivation.preconditions, derivation.consequences].join('\n'),
  }));
  return {
    code: printSlice(await sliceOf(targets, index)),
    findings: findings.map(findingText).join('\n\n'),
  };
}

function findingText({ candidate, derivation }: StandingFinding, at: number): string {
  const { preconditions, trigger_path: path, consequences } = derivation;
  const steps = path.map(
    (step, number) =>
      `  ${number + 1}. ${step.file}:${step.line} in ${step.function}: ${step.action}`,
  );
  const [own = ''] = [candidateText([{ ...candidate, trace: [] }])];
  return [
    own.replace(/^1\./, `${at + 1}.`),
    `preconditions: ${preconditions}`,
    'how it is reached:',
    ...steps,
    `consequences: ${consequences}`,
  ].join('\n');
}

/** What has to be seen for each finding. */
export function citedDefects({ findings }: ReproductionGroup, index: SourceIndex): CitedDefect[] {
  return findings.map(({ candidate, derivation }) => {
    const { file, line, cwe } = candidate;
    const name = index.functionAt(file, line)?.name ?? candidate.function;
    // A check that is gone is cited where it was, and the access that it protected stands in the scan's own trace.
    const path = [...derivation.trigger_path, ...candidate.trace];
    return { cwe, place: { file, line, function: name }, path };
  });
}

/**
 * Has an agent write a driver that shows one of the findings of a group, and a machine judge it; what does not show it goes
 * back to the agent, a few times.
 * @returns what came of it, in the order of the findings
 * @throws ModelError when there is no readable answer; IncompleteError where nothing can be run; the signal's reason
 */
export async function reproduceGroup(
  group: ReproductionGroup,
  reproducer: Reproducer,
  deps: StageDeps,
): Promise<readonly Reproduction[]> {
  const { index } = deps;
  const defects = citedDefects(group, index);
  const unit = unitOf(group, index);
  const cited = defects.map(({ place }) => place).filter(({ file }) => file === unit);
  const probe = await reproducer.probe(unit, [...new Set(cited.map((one) => one.function))]);
  const conditions = cited
    .filter((place) => probe.absent.includes(place.function))
    .flatMap(({ file, line }) => conditionsAround(index.lines(file), line));
  const definedIn = (name: string) => index.graph.definitions(name)[0]?.file;
  const facts = driverFacts(defects, reproducer, unit, index);
  // Each answer is built and run: a sandbox of the agent's own would only imitate that.
  const tools = deps.tools.filter(({ name }) => name !== 'execute_script');
  let asked = await askAgent(
    {
      ...{ role: 'reproducer', tier: 'smart', subject: group.subject, tools },
      values: {
        ...(await reproducePromptInputs(group, deps)),
        kit: kitText(unit, { ...probe, conditions: [...new Set(conditions)] }, definedIn),
      },
      schema: ['reproduction', answerSchema] as const,
    },
    deps,
  );
  let last: readonly Reproduction[] = [];
  for (let answers = 1, runs = 0; ; answers += 1) {
    const { value } = asked;
    if (value.kind === 'cannot') {
      return withReason(defects, last, `the model says that it cannot be shown: ${value.why}`);
    }
    const tried = await tryDriver(value, defects, facts, reproducer);
    if (tried.attempt?.kind === 'ran') {
      last = reproductions(tried.attempt, group);
      if (last.some(isReproduced)) return last;
      runs += 1;
    } else last = withReason(defects, last, tried.problem);
    if (answers >= MAX_ANSWERS || runs >= MAX_RUNS) return last;
    const outcome = cutText(outcomeText(tried, definedIn), MAX_OUTCOME);
    asked = await asked.reply(renderPrompt(loadPrompt('reproducer-again'), { outcome }).messages);
  }
}

interface Tried {
  /** Undefined where the driver was not run at all. */
  readonly attempt: Attempt | undefined;
  /** Why it did not get as far as a judgement. */
  readonly problem: string;
}

async function tryDriver(
  driver: Driver,
  defects: readonly CitedDefect[],
  facts: DriverFacts,
  reproducer: Reproducer,
): Promise<Tried> {
  const problems = refusedDriver(driver, facts);
  if (problems.length > 0)
    return { attempt: undefined, problem: `refused: ${problems.join('; ')}` };
  const attempt = await reproducer.attempt(driver, defects);
  const problem = attempt.kind === 'unbuilt' ? `it does not build:\n${attempt.output}` : '';
  return { attempt, problem };
}

function reproductions(
  { plan, judgements, undefinedSymbols }: Attempt & { kind: 'ran' },
  { findings }: ReproductionGroup,
): Reproduction[] {
  return judgements.map((judgement, at): Reproduction => {
    const id = findings[at]?.candidate.id ?? '';
    if (judgement.outcome === 'reproduced')
      return reproductionOf(id, plan, judgement.report, undefinedSymbols);
    return { outcome: 'not_reproduced', why: judgement.why.slice(0, MAX_WHY) };
  });
}

/** A run says more than what came of a later answer. */
function withReason(
  defects: readonly CitedDefect[],
  last: readonly Reproduction[],
  why: string,
): readonly Reproduction[] {
  if (last.length > 0) return last;
  return defects.map(() => ({ outcome: 'not_reproduced', why: why.slice(0, MAX_WHY) }));
}

function outcomeText({ attempt, problem }: Tried, definedIn: (name: string) => string | undefined) {
  if (attempt?.kind !== 'ran') return problem;
  const whys = attempt.judgements.flatMap((one) => ('why' in one ? [one.why] : []));
  const symbols = attempt.undefinedSymbols;
  return [
    ...[...new Set(whys)],
    ...(symbols.length === 0
      ? []
      : ['nothing defines on the head:', ...symbolLines(symbols, definedIn)]),
  ].join('\n');
}

/** The file of the finding; of a header, a source that has it among its callers. */
function unitOf({ findings: [first] }: ReproductionGroup, index: SourceIndex): string {
  const file = first?.candidate.file ?? '';
  if (!/\.(?:h|hh|hpp|hxx|inc|inl)$/i.test(file)) return file;
  const sources = first?.derivation.trigger_path.map((step) => step.file) ?? [];
  const fn = index.functionAt(file, first?.candidate.line ?? 0);
  const callers = fn === undefined ? [] : index.graph.callersOf(fn).map((caller) => caller.file);
  return [...sources.toReversed(), ...callers].find((one) => /\.c\w*$/i.test(one)) ?? file;
}

function driverFacts(
  defects: readonly CitedDefect[],
  reproducer: Reproducer,
  unit: string,
  index: SourceIndex,
): DriverFacts {
  const words = new Set(
    defects.flatMap(({ place, path }) =>
      [place, ...path].flatMap(({ file, line }) => {
        const fn = index.functionAt(file, line);
        const code = fn === undefined ? [] : index.code(file).slice(fn.line - 1, fn.endLine);
        return code.join('\n').match(/[A-Za-z_]\w*/g) ?? [];
      }),
    ),
  );
  return {
    defects,
    isFile: (path) => reproducer.head.has(path),
    isUsed: (name) => words.has(name),
    setting: (name) => reproducer.setting(unit, name),
    isDefined: (name) =>
      index.graph.definitions(name).length > 0 || reproducer.definesMacro(unit, name),
  };
}
