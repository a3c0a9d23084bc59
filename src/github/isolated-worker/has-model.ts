import { UsageError } from '../../errors.ts';
import { loadModelConfiguration } from '../../model/configuration/load-configuration.ts';

/**
 * Whether the isolated worker has a model to ask, as far as its environment and the models file tell.
 * @param env all of the isolated worker's environment
 */
export function hasModel(env: Readonly<Record<string, string>>): boolean {
  try {
    const isReplayed = (env['RUSTWARD_REPLAY'] ?? '') !== '';
    return isReplayed || loadModelConfiguration({}, env).kind === 'configured';
  } catch (thrown) {
    // The operator has one in mind: what is wrong with it is said when it is to be asked.
    if (thrown instanceof UsageError) return true;
    throw thrown;
  }
}
