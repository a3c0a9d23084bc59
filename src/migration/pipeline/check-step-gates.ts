import { modulePath } from '../crate/module-plan.ts';
import { checkCrateGates, checkFunctionGates, type GateParsers } from '../gates/check-gates.ts';
import type { GateSettings } from '../gates/gate-settings.ts';
import type { CheckStepGates } from '../steps/step.ts';

/** The gates that need no model, on a crate and on each function of a step. */
export function stepGateChecker(parsers: GateParsers, settings: GateSettings): CheckStepGates {
  return (before, after, step, plans, pending) => {
    const ofCrate = checkCrateGates(parsers, { crate: after, before, settings });
    const ofFunctions = plans.flatMap(({ cName, file, rust, skip }) => {
      const source = step.functions.find(({ name }) => name === cName);
      if (skip !== undefined || source === undefined) return [];
      const name = rust.split('::').slice(modulePath(file).length).join('::');
      return checkFunctionGates(parsers, {
        crate: after,
        path: file,
        name,
        c: source.text,
        pending,
      });
    });
    return [...ofCrate, ...ofFunctions]
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ gate, what, where: [place] }) => {
        const at = place === undefined ? '' : ` (${place.file}:${place.line})`;
        return `${gate}: ${what}${at}`;
      });
  };
}
