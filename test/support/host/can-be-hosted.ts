/** What a process heeds when it starts, or keeps for its whole life; not what changes nothing for the program. */
const AT_START =
  /^(?:NODE_(?!COMPILE_CACHE$|ENV$)|LD_|SSL_|UV_|OPENSSL_|(?:https?|no|all)_proxy$)/i;

/** These go on until a signal ends them. */
const SERVICES: ReadonlySet<string> = new Set(['app', 'worker', 'lsp']);

/** Whether a command does in a process that has run others what it does in one of its own. */
export function canBeHosted(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): boolean {
  const readsInput = args.includes('-');
  if (readsInput || SERVICES.has(args[0] ?? '')) return false;
  return !Object.keys(env).some((name) => AT_START.test(name));
}

/** The variables that have a value: what a child process is given of them. */
export function definedIn(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
