import type { SideResult, Slot } from '../cases/case.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { codePlace } from '../pairing/meaning.ts';

/**
 * The code of failure that the C gives where the mapping of a `Result` names none such; undefined where it
 * names it, or where nothing failed.
 * @param slots what the call gives back, among it what is returned
 */
export function unnamedCode(
  { result }: Pick<Mapping, 'result'>,
  c: SideResult,
  step: number,
  slots: readonly Slot[],
): bigint | undefined {
  if (typeof result !== 'object' || !('ok' in result) || !Array.isArray(result.errors)) {
    return undefined;
  }
  const at = slots.findIndex(({ name }) => name === (codePlace(result) ?? 'return'));
  const code = 'steps' in c ? c.steps[step]?.[at] : undefined;
  if (typeof code !== 'bigint' || code === (result.success ?? 0n)) return undefined;
  return result.errors.some((one) => one.return === code) ? undefined : code;
}
