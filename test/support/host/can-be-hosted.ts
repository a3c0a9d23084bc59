/** What a process heeds when it starts, but for what changes nothing for the program. */
const AT_START = /^(?:NODE_(?!COMPILE_CACHE$|ENV$)|LD_|SSL_|UV_|OPENSSL_)/;

/** What a process that has heeded it once keeps. */
const KEPT = /^(?:https?|no|all)_proxy$/i;

/** These go on until a signal ends them. */
const SERVICES: ReadonlySet<string> = new Set(['app', 'worker', 'lsp']);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether a command does in a process that has run others what it does in one of its own.
 * @param started the environment that the process has started with
 */
export function canBeHosted(args: readonly string[], env: Environment, started: Environment) {
  const readsInput = args.includes('-');
  if (readsInput || SERVICES.has(args[0] ?? '')) return false;
  return Object.entries(env).every(
    ([name, value]) => !KEPT.test(name) && (!AT_START.test(name) || value === started[name]),
  );
}

/** The variables that have a value: what a child process is given of them. */
export function definedIn(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
