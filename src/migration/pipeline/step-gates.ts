import { modulePath } from '../crate/module-plan.ts';
import { checkCrateGates, checkFunctionGates, type GateParsers } from '../gates/check-gates.ts';
import { type GateResult, resultSince } from '../gates/gate-result.ts';
import type { GateSettings } from '../gates/gate-settings.ts';
import type { StepGates } from '../steps/step.ts';

/** The gates that need no model, on a crate and on each function of a step. */
export function stepGates(parsers: GateParsers, settings: GateSettings): StepGates {
  return {
    // What was there before a step, as in an interface that is given, is no fault of it.
    faults: (before, after) => {
      const known = checkCrateGates(parsers, { crate: before, settings });
      return checkCrateGates(parsers, { crate: after, before, settings })
        .map((result) =>
          resultSince(
            known.find(({ gate }) => gate === result.gate),
            result,
          ),
        )
        .filter(isFailed)
        .map(lineOf);
    },
    suspicion: (after, step, { cName, file, rust, skip }, pending) => {
      const source = step.functions.find(({ name }) => name === cName);
      if (skip !== undefined || source === undefined) return undefined;
      const inFile = rust.split('::').slice(modulePath(file).length).join('::');
      // A method has the path of its type, which may be of another file.
      const name = /[A-Z]\w*::\w+$/.exec(rust)?.[0] ?? inFile;
      const judged = { crate: after, path: file, name, c: source.text, pending };
      const found = checkFunctionGates(parsers, judged).find(isFailed);
      return found === undefined ? undefined : lineOf(found);
    },
  };
}

function isFailed({ outcome }: GateResult): boolean {
  return outcome === 'failed';
}

function lineOf({ gate, what, where: [place] }: GateResult): string {
  const at = place === undefined ? '' : ` (${place.file}:${place.line})`;
  return `${gate}: ${what}${at}`;
}
