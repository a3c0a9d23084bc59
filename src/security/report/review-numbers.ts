import { type CandidateGroups, groupCandidates } from './groups.ts';
import type { Report } from './report.ts';

/** How many candidates of a rule had one outcome. */
interface OutcomeCount {
  readonly rule: string;
  readonly outcome: Outcome;
  readonly count: number;
}

type Outcome = 'finding' | 'possible' | 'existing' | 'refuted' | 'suppressed' | 'absent';

/** What came of a review, in numbers. */
export interface ReviewNumbers {
  readonly verdict: Report['verdict'];
  /** Findings by severity. */
  readonly findings: ReadonlyMap<string, number>;
  /** Candidates by what models found out about them; `none` where none was asked. */
  readonly triageResults: ReadonlyMap<string, number>;
  readonly outcomes: readonly OutcomeCount[];
}

/** What a report says, in numbers. */
export function reviewNumbers({ verdict, candidates }: Report): ReviewNumbers {
  const groups = groupCandidates(candidates);
  const outcomesOf = (outcome: Outcome, group: CandidateGroups[keyof CandidateGroups]) =>
    [...counted(group.map(({ pattern }) => pattern))].map(([rule, count]): OutcomeCount => {
      return { rule, outcome, count };
    });
  const { findings } = groups;
  const outcomes = [
    ...outcomesOf('finding', findings),
    ...outcomesOf('possible', groups.possibleFindings),
    ...outcomesOf('existing', groups.existing),
    ...outcomesOf('refuted', groups.refuted),
    ...outcomesOf('suppressed', groups.suppressed),
    ...outcomesOf('absent', groups.absent),
  ];
  return {
    ...{ verdict, outcomes },
    findings: counted(findings.map(({ severity }) => severity)),
    triageResults: counted(candidates.map(({ examination }) => examination?.kind ?? 'none')),
  };
}

/** How often each name is there, in the order of the names. */
function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const groups = [...Map.groupBy(names, (name) => name)];
  return new Map(groups.map(([name, all]): [string, number] => [name, all.length]).sort());
}
