import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import type { ModelSetup } from '../configuration/settings.ts';
import { TIERS } from '../model.ts';

const SECRET_NAME = /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** A short word or number is no secret, though a variable may be called as if it were. */
const NOT_SECRET = /^([A-Za-z]{0,15}|\d{0,15})$/;

/** The secrets that this process holds: keys of models and of the search server, and what the environment names as such. */
export function knownSecrets(env: ProcessEnvironment, setup: ModelSetup): string[] {
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && !NOT_SECRET.test(value) ? [value.trim()] : [],
  );
  if (setup.kind === 'unconfigured') return named;
  const { tiers, webSearch } = setup.configuration;
  const keys = TIERS.flatMap((tier) => tiers[tier].flatMap(({ key }) => key?.reveal() ?? []));
  const searchKeys = webSearch?.key === undefined ? [] : [webSearch.key.reveal()];
  return [...new Set([...keys, ...searchKeys, ...named])];
}
