import type { Environment } from './configuration/environment.ts';
import type { ModelSetup } from './configuration/settings.ts';
import { TIERS } from './model.ts';

const SECRET_NAME = /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** A short word or number is no secret, though a variable may be called as if it were. */
const HARMLESS = /^([A-Za-z]{0,15}|\d{0,15})$/;

/** The secrets that this process holds: keys of models, and what the environment names as such. */
export function knownSecrets(env: Environment, setup: ModelSetup): string[] {
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && !HARMLESS.test(value) ? [value.trim()] : [],
  );
  if (setup.kind === 'unconfigured') return named;
  const { tiers } = setup.configuration;
  const keys = TIERS.flatMap((tier) => tiers[tier].flatMap(({ key }) => key?.reveal() ?? []));
  return [...new Set([...keys, ...named])];
}
