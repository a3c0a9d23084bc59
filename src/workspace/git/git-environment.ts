import { PROXY_VARIABLES } from '../proxy.ts';

/** A setting of git that goes before those of the repository: a name and its value. */
export type GitSetting = readonly [string, string];

/** Settings that no repository may change: nothing of its own runs, nothing is fetched. */
const SETTINGS: readonly GitSetting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'true'],
  ['core.pager', 'cat'],
  ['diff.external', ''],
  ['protocol.allow', 'never'],
  ['protocol.file.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
];

/**
 * simple-git refuses settings that can start a program. Ours name none: they are there to switch
 * such programs off, so they are let through, and only they. All others stay refused.
 */
export const ALLOWED_UNSAFE = {
  allowUnsafeConfigEnvCount: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
};

/**
 * What git may know of our environment: where programs and the user's own settings are, which way connections
 * go, and which certificates count.
 */
const PASSED_VARIABLES = [
  ...['PATH', 'HOME', 'XDG_CONFIG_HOME'],
  ...PROXY_VARIABLES,
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
];

/** The whole environment of a git command: nothing else of ours reaches it. */
export function gitEnvironment(overrides: readonly GitSetting[]): Record<string, string> {
  const settings = [...SETTINGS, ...overrides];
  const env: Record<string, string> = {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
    // Unlike `-c`, which simple-git's `config` becomes, this carries names with any character.
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const name of PASSED_VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}
