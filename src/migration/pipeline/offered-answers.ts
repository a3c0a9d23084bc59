import type { MappedSymbol } from '../state/symbol-map.ts';
import { refusalClass } from '../transpile/answered-refusals.ts';
import type { StepFailure } from '../transpile/step-failure.ts';

/** Changes that one question is told. */
const MAX_ANSWERS = 2;

/**
 * Which changes answered a refusal of the same kind and class before: in functions whose Rust is recorded and did the same
 * as the C on inputs. What is only of the same kind (a test fails) has too little in common.
 * @param own the C functions of the step, which are no example for themselves
 * @returns the changes, those of the newest function first; none where nothing fits
 */
export function offeredAnswers(
  failure: Pick<StepFailure, 'kind' | 'text'>,
  symbols: readonly MappedSymbol[],
  own: readonly string[],
): readonly string[] {
  const about = refusalClass(failure);
  if (about === '') return [];
  const found = symbols
    .filter(
      ({ c_qname, evidence }) =>
        !own.includes(c_qname) && evidence.kind === 'equal' && evidence.cases > 0,
    )
    .toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
    .flatMap(({ c_name, method }) =>
      (method?.answered ?? [])
        .filter((one) => one.refusal === failure.kind && one.about === about)
        .map(({ change }) => {
          const lines = change.split('\n').map((line) => `    ${line}`);
          return `- A change that answered ${about} in the Rust of ${c_name}:\n${lines.join('\n')}`;
        }),
    );
  return [...new Set(found)].slice(0, MAX_ANSWERS);
}
