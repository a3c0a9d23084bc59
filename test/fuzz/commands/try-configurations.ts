import type { Request, Result } from '../failure.ts';
import { configurationInput } from './configuration-input.ts';
import { tryInputs } from './try-inputs.ts';

/** Runs the command line on small trees with an odd configuration. */
export function tryConfigurations(request: Request): Promise<Result> {
  return tryInputs('configurations', request, configurationInput);
}
