import type { GateSettings } from './gates/gate-settings.ts';
import { type GateParsers, judgeCrate, judgeFunction } from './gates/judge.ts';
import { modulePath } from './transpile/check-crate.ts';
import type { Gate } from './transpile/step.ts';

/** The gates that need no model, on a crate and on each function of a step. */
export function gateStep(parsers: GateParsers, settings: GateSettings): Gate {
  return (before, after, step, plans, pending) => {
    const ofCrate = judgeCrate(parsers, { crate: after, before, settings });
    const ofFunctions = plans.flatMap(({ cName, file, rust, skip }) => {
      const source = step.functions.find(({ name }) => name === cName);
      if (skip !== undefined || source === undefined) return [];
      const name = rust.split('::').slice(modulePath(file).length).join('::');
      return judgeFunction(parsers, { crate: after, path: file, name, c: source.text, pending });
    });
    return [...ofCrate, ...ofFunctions]
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ gate, what, where: [place] }) => {
        const at = place === undefined ? '' : ` (${place.file}:${place.line})`;
        return `${gate}: ${what}${at}`;
      });
  };
}
