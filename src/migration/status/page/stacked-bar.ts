import { FUNCTION_STATES, type FunctionStateName } from '../migration-state.ts';
import { fullStateWords } from '../wording.ts';

/** A bar of one part for each state, as wide as its place. */
export function stackedBar(
  counts: Readonly<Record<FunctionStateName, number>>,
  label: string,
): string {
  const total = FUNCTION_STATES.reduce((sum, name) => sum + counts[name], 0);
  let at = 0;
  const parts = FUNCTION_STATES.filter((name) => counts[name] > 0).map((name) => {
    const width = (100 * counts[name]) / total;
    const part = `<rect class="part ${name}" x="${at.toFixed(2)}" width="${width.toFixed(2)}" height="8"/>`;
    at += width;
    return part;
  });
  const said = FUNCTION_STATES.filter((name) => counts[name] > 0).map(
    (name) => `${counts[name]} ${fullStateWords(name)}`,
  );
  return `<svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="${label}: ${said.join(', ')}"><rect class="track" width="100" height="8"/>${parts.join('')}</svg>`;
}
