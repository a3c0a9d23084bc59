import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { PROXY_VARIABLES } from '../../workspace/proxy.ts';

/**
 * The variables that the isolated worker gets: where programs, folders and certificates are, and how models are
 * reached. Nothing else, so not the keys of the app, the secret of its webhook, or the database.
 */
const ALLOWED: ReadonlySet<string> = new Set<string>([
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'],
  ...PROXY_VARIABLES,
  ...['NODE_USE_ENV_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'],
  ...['RUSTWARD_SANDBOX_IMAGE', 'RUSTWARD_REPLAY', 'RUSTWARD_RULES'],
  'RUSTWARD_TOOL_SERVERS',
]);

const MODEL_PREFIX = 'RUSTWARD_MODEL_';

/** Even where a models file names them, these never are keys of models. */
const NEVER = new Set([
  ...['APP_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'WEBHOOK_SECRET', 'DATABASE_URL'],
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'RUSTWARD_NOTICES'],
]);

/**
 * The whole environment of the isolated worker.
 * @param keyVariables the variables that hold keys of models, as the models file names them
 */
export function isolatedWorkerEnvironment(
  env: ProcessEnvironment,
  keyVariables: readonly string[],
): Record<string, string> {
  const isAllowed = (name: string) =>
    !NEVER.has(name) &&
    (ALLOWED.has(name) || name.startsWith(MODEL_PREFIX) || keyVariables.includes(name));
  const entries = Object.entries(env).filter(([name]) => isAllowed(name));
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
