import { lastSegment } from '../../code/rust/items/path.ts';
import type { TypeLayout } from '../state/type-layout.ts';
import { calleesOf, type MigrationStep } from '../steps/step.ts';

/**
 * Names of the Rust that a step is likely to need: of what stands for the functions that it calls, with the
 * types that these belong to, and for the types that its C shows.
 * @param rustNames the paths of what stands for C functions
 */
export function neededNames(
  step: MigrationStep,
  layout: TypeLayout,
  rustNames: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const c = step.functions.map(({ text, context }) => `${text}\n${context}`).join('\n');
  const types = layout.types.flatMap(({ c: name, rust }) =>
    rust !== undefined && new RegExp(`\\b${name}\\b`).test(c) ? [lastSegment(rust)] : [],
  );
  const functions = calleesOf(step).flatMap(
    (name) => rustNames.get(name)?.split('::').slice(-2) ?? [],
  );
  return new Set([...types, ...functions]);
}
