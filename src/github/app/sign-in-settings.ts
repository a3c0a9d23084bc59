import { readFileSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';

/** The app as users are asked about it. */
export interface SignInSettings {
  readonly clientId: string;
  /** Only the App may know it. */
  readonly clientSecret: string;
}

const ADVICE = "generate one on the app's page on GitHub";

/** GitHub's have 40; what is this short is a mistake. */
const MIN_SECRET_CHARACTERS = 20;

/**
 * With what users sign in; undefined where `CLIENT_ID` is missing.
 * @throws UsageError that says which variable is wrong, and what to do
 */
export function loadSignInSettings(env: ProcessEnvironment): SignInSettings | undefined {
  const clientId = env['CLIENT_ID'] ?? '';
  if (clientId === '') return undefined;
  if (!/^[\w.-]{1,100}$/.test(clientId)) {
    throw new UsageError("CLIENT_ID is none of GitHub's: it is on the app's page on GitHub");
  }
  const [name, text] = loadSecretText(env);
  const clientSecret = text.trim();
  if (!/^[\x21-\x7e]+$/.test(clientSecret) || clientSecret.length < MIN_SECRET_CHARACTERS) {
    throw new UsageError(`${name} is no client secret: ${ADVICE}`);
  }
  return { clientId, clientSecret };
}

/** The name of the variable, and the secret that it gives. */
function loadSecretText(env: ProcessEnvironment): [string, string] {
  const text = env['CLIENT_SECRET'] ?? '';
  if (text !== '') return ['CLIENT_SECRET', text];
  const path = env['CLIENT_SECRET_PATH'] ?? '';
  if (path === '') {
    throw new UsageError(
      `CLIENT_ID is set, and CLIENT_SECRET or CLIENT_SECRET_PATH is missing: ${ADVICE}`,
    );
  }
  try {
    return ['CLIENT_SECRET_PATH', readFileSync(path, 'utf8')];
  } catch (thrown) {
    throw new UsageError(`cannot read CLIENT_SECRET_PATH: ${systemReason(thrown)}`);
  }
}
