import type { Request, Result } from '../failure.ts';
import { sarifInput } from './sarif-input.ts';
import { tryInputs } from './try-inputs.ts';

/** Has the command line import odd results, or compare with them. */
export function trySarifs(request: Request): Promise<Result> {
  return tryInputs('sarifs', request, sarifInput);
}
