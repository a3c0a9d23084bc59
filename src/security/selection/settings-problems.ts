import { MistakesError } from '../../errors.ts';
import { SEVERITIES } from '../candidates/candidate.ts';
import { MODEL_SOURCE } from '../candidates/model-source.ts';
import { toolOfPattern } from '../import/foreign-names.ts';
import type { FindingSettings } from './finding-settings.ts';
import type { GateSettings } from './measure-gate.ts';
import { type NamedRule, nameProblem } from './rule-names.ts';

/** What finds something in a run. */
export interface FindingSources {
  readonly rules: readonly NamedRule[];
  /** The other scanners whose results are imported; `any` where that is not known yet, nor whether models are asked. */
  readonly tools: ReadonlySet<string> | 'any';
  /** Whether models are asked, whose claims are named by their weakness. */
  readonly hasModels: boolean;
}

/**
 * One line for every name in settings of the severity or the choice of findings that means no rule. What is settled of
 * it does nothing, and findings are reported as if it were not there.
 */
export function settingsWarnings(
  settings: readonly FindingSettings[],
  sources: FindingSources,
): string[] {
  const lines = settings.flatMap(({ rules, at }) =>
    Object.keys(rules).flatMap((name) => {
      const problem = nameProblem(name, sources.rules);
      if (problem === undefined || (problem.kind === 'unmet' && findsMore(sources))) return [];
      return [`${at?.rules[name] ?? 'what is chosen of rules'}: ${problem.why}`];
    }),
  );
  return [...new Set(lines)];
}

/**
 * The same of limits in number, of which one that counts nothing is a gate that is not there.
 * @throws MistakesError for names that can mean nothing
 */
export function limitWarnings(
  limits: GateSettings['limits'] = [],
  sources: FindingSources,
): string[] {
  const mistakes: string[] = [];
  const warnings: string[] = [];
  for (const { of, at = 'fail_above' } of limits) {
    const problem = nameProblem(of, sources.rules, SEVERITIES);
    if (problem?.kind === 'unknown') mistakes.push(`${at}: ${problem.why}`);
    const why = problem?.why ?? whyNothing(of, sources);
    if (why !== undefined && !(problem?.kind === 'unmet' && findsMore(sources)))
      warnings.push(`${at}: this limit counts nothing: ${why}`);
  }
  if (mistakes.length > 0) throw new MistakesError(mistakes);
  return warnings;
}

/** Whether what finds something knows of weaknesses that no rule is for. */
function findsMore({ tools, hasModels }: FindingSources): boolean {
  return hasModels || tools === 'any' || tools.size > 0;
}

/** Why a rule of a package or of another scanner is none of the run. */
function whyNothing(name: string, { rules, tools, hasModels }: FindingSources): string | undefined {
  const tool = toolOfPattern(name);
  if (tools === 'any' || tool === undefined || tool.includes('*') || tools.has(tool))
    return undefined;
  if (rules.some(({ id }) => toolOfPattern(id) === tool)) return undefined;
  if (tool === MODEL_SOURCE)
    return hasModels ? undefined : `no model is asked, which alone finds ${name}`;
  return `no rules and no results of ${tool} are part of this run`;
}
