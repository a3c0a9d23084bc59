import { reachableFunctions } from '../pairing/reachable-functions.ts';
import type { ComparisonPlan } from '../plan/comparison-plan.ts';
import type { EquivalenceSubject } from '../plan/subject.ts';
import type { Coverage } from './parse-coverage.ts';
import {
  inputsBehind,
  placedInputs,
  type RoundsResult,
  ruledOutInputs,
  unheldResults,
} from './run-rounds.ts';

/** What a comparison that found no difference does not show, each in one sentence. */
export function limitsOf(
  { unit, function: f }: Pick<EquivalenceSubject, 'unit' | 'function'>,
  plan: Pick<ComparisonPlan, 'variables' | 'isProgram' | 'limits'>,
  rounds: RoundsResult,
  coverage: Coverage | undefined,
  wanted: number,
): string[] {
  const bound = new Set(plan.variables.bound.map(({ name }) => name));
  const names = new Set(reachableFunctions(f, [unit]).flatMap(({ globals }) => globals));
  // A program begins so, and has none of them when it has ended.
  const state = plan.isProgram
    ? []
    : unit.globals.filter(({ name, isConst }) => !isConst && names.has(name) && !bound.has(name));
  const unheld = unheldResults(rounds);
  const ruledOut = ruledOutInputs(rounds);
  const placed = placedInputs(rounds);
  const behind = inputsBehind(rounds);
  const unheldTexts = rounds.reasons.get('the C gives text that is not UTF-8') ?? 0;
  return [
    ...plan.limits,
    ...state.map(
      ({ name }) =>
        `The variable ${name} is as at the start in each case, and what is written to it is not compared.`,
    ),
    ...rounds.errno.limits(),
    ...rounds.kinds.limits(),
    ...(unheldTexts > 0
      ? [
          `On ${unheldTexts} inputs the C gives text that is not UTF-8, which the Rust type cannot hold: these do not count.`,
        ]
      : []),
    ...(unheld === undefined
      ? []
      : [
          `On some inputs the C gives what the given Rust type cannot hold, such as ${unheld.what}: these do not count.`,
        ]),
    ...(placed === 0
      ? []
      : [
          `On ${placed} inputs what the C gives depends on where in memory its arguments lie: these do not count.`,
        ]),
    ...(behind === 0
      ? []
      : [
          `On ${behind} inputs the C uses memory behind the elements of a list and adds none, where the Rust stops: these do not count.`,
        ]),
    ...(ruledOut === 0
      ? []
      : [
          `On ${ruledOut} inputs C and Rust differ, which the text of the C rules out, as a second reader finds: these do not count.`,
        ]),
    ...(rounds.compared < wanted
      ? [`Only ${rounds.compared} of ${wanted} inputs were compared.`]
      : []),
    ...(coverage === undefined ? ['Coverage was not measured.'] : []),
  ];
}
