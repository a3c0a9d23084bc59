import { cutText } from '../../agent/cut-text.ts';
import type { ShownFunction } from '../../agent/memory/recall-unasked.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import type { CFunctionSource, MigrationStep } from '../steps/step.ts';
import { NO_REVIEW } from '../transpile/review-step.ts';

/** Tells what was learnt before about C functions, one line each. */
export type RecallForFunctions = (
  functions: readonly ShownFunction[],
  words: string,
) => readonly string[];

/** Remarks of migrated functions that one question is told, and characters of each. */
const MAX_REMARKS = 6;
const MAX_REMARK = 400;

/**
 * What the questions about a step are told of what was learnt before: by reviews of its functions and of those that they
 * call, and by the migration of these, as far as their C is as it was.
 * @param steps all of the project
 * @returns one line each
 */
export function rememberedForStep(
  { functions }: MigrationStep,
  steps: readonly MigrationStep[],
  symbols: readonly MappedSymbol[],
  recall: RecallForFunctions | undefined,
): readonly string[] {
  const own = new Set(functions.map(({ name }) => name));
  const names = new Set(functions.flatMap(({ callees }) => callees).filter((one) => !own.has(one)));
  const callees = steps.flatMap((step) => step.functions).filter(({ name }) => names.has(name));
  const learnt = recall?.(
    [...functions, ...callees].map(shown),
    functions.map(signature).join(' '),
  );
  const remarks = symbols
    .filter(({ c_qname }) => names.has(c_qname))
    .flatMap(({ c_name, rust_symbol, remarks: all }) =>
      all
        .filter((remark) => remark !== NO_REVIEW)
        .map((remark) => `- ${c_name}, migrated as ${rust_symbol}: ${oneLine(remark)}`),
    );
  return [...(learnt ?? []), ...remarks.slice(0, MAX_REMARKS)];
}

/** By the name that reviews know it by: without the file that tells it from others. */
function shown({ name, text }: CFunctionSource): ShownFunction {
  return { name: name.replace(/^.*:/, ''), text };
}

function signature(fn: CFunctionSource): string {
  return fn.signature;
}

function oneLine(text: string): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), MAX_REMARK).replaceAll('\n', ' ');
}
