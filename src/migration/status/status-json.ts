import type { FunctionState, MigrationState } from './migration-state.ts';
import { percent, totalsOf } from './totals.ts';

/** A migration for programs: snake case, JSON with two blanks of indent, a line feed at the end. */
export function statusJson(state: MigrationState): string {
  const totals = totalsOf(state);
  const value = {
    version: 1,
    project: state.project,
    crate: state.crate,
    totals: {
      functions: totals.functions,
      by_state: totals.byState,
      c_lines: totals.cLines,
      c_lines_done: totals.doneCLines,
      compared: totals.comparedEqual,
      comparable: totals.comparable,
      of_unknown_c: totals.ofUnknownCode,
      reached_by_others: totals.reachedByOthers,
      cases: totals.cases,
      excluded_cases: totals.excluded,
      c_coverage_percent:
        totals.coverableLines === 0 ? null : percent(totals.coveredLines, totals.coverableLines),
      unsafe_lines: state.unsafe.lines,
      rust_lines: state.unsafe.allLines,
      tests: state.tests,
      tries: totals.tries,
      repairs: totals.repairs,
      model_calls: totals.modelCalls,
      input_tokens: totals.inputTokens,
      output_tokens: totals.outputTokens,
      cost: totals.cost,
      seconds: totals.seconds,
    },
    measures: measuresJson(state.measures),
    unwritten: state.unwritten,
    written_beside_c: state.besideC,
    functions: state.functions.map(functionJson),
    phases: state.phases.map(({ isMet, ...rest }) => ({ ...rest, met: isMet ?? null })),
    gates: state.gates,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Null before a run has measured anything. */
function measuresJson(measures: MigrationState['measures']) {
  if (measures === undefined) return null;
  const { score, warnings, tests } = measures;
  return { security_score: score, clippy_warnings: warnings, tests };
}

function functionJson({
  startLine,
  endLine,
  unsafeLines,
  effort,
  reachedBy,
  isOfUnknownCode,
  ...rest
}: FunctionState) {
  return {
    ...rest,
    start_line: startLine,
    end_line: endLine,
    unsafe_lines: unsafeLines,
    ...(isOfUnknownCode === undefined ? {} : { is_of_unknown_code: isOfUnknownCode }),
    ...(reachedBy === undefined
      ? {}
      : {
          reached_by: reachedBy.map(({ coveredLines, ...one }) => ({
            ...one,
            covered_lines: coveredLines,
          })),
        }),
    ...(effort === undefined
      ? {}
      : {
          effort: {
            functions: effort.functions,
            tries: effort.tries,
            repairs: effort.repairs,
            model_calls: effort.modelCalls,
            input_tokens: effort.inputTokens,
            output_tokens: effort.outputTokens,
            cost: effort.cost,
            seconds: effort.seconds,
          },
        }),
  };
}
