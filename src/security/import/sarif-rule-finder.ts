import type { SarifResult, SarifRule, SarifRun } from './sarif-schema.ts';

const MAX_ID = 500;

/** The rule of a result, and its id: some scanners give a number only, some an id only. */
export interface RuleOfResult {
  readonly id: string;
  readonly rule: SarifRule | undefined;
}

/** Finds the rules of a run's results, in the driver and in its extensions. */
export function ruleFinder(run: SarifRun): (result: SarifResult) => RuleOfResult {
  const { driver, extensions } = run.tool;
  const byId = new Map<string, SarifRule>();
  for (const rule of [driver, ...extensions].flatMap((component) => component?.rules ?? [])) {
    if (rule?.id !== undefined && !byId.has(rule.id)) byId.set(rule.id, rule);
  }
  return ({ ruleId, ruleIndex, rule: reference }) => {
    const given = ruleId ?? reference?.id;
    const component = extensions[reference?.toolComponent?.index ?? -1] ?? driver;
    const numbered = component.rules[reference?.index ?? ruleIndex ?? -1];
    if (given === undefined)
      return { id: (numbered?.id ?? 'unnamed').slice(0, MAX_ID), rule: numbered };
    // A part of a rule is called `rule/part`.
    const parent = given.slice(0, Math.max(0, given.lastIndexOf('/')));
    const rule = numbered?.id === given ? numbered : (byId.get(given) ?? byId.get(parent));
    return { id: given.slice(0, MAX_ID), rule: rule ?? numbered };
  };
}
