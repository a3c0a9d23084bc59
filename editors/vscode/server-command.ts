/** What the user has set: see `package.json`. */
export interface Settings {
  /** Empty for the program that comes along. */
  readonly path: string;
  readonly arguments: readonly string[];
  readonly places: boolean;
}

/** The Node.js that the extension runs on. */
interface Runtime {
  readonly execPath: string;
  /** Such as `24.1.0`. */
  readonly version: string;
}

interface ServerCommand {
  readonly command: string;
  readonly args: string[];
  /** What the environment has in addition. */
  readonly env: Readonly<Record<string, string>>;
}

/** The first version of Node.js that the program runs on. */
const NODE = 24;

/**
 * How the language server is started.
 * @param bundled the path of the program that comes along
 */
export function serverCommand(
  { path, arguments: further, places }: Settings,
  bundled: string,
  { execPath, version }: Runtime,
): ServerCommand {
  const args = ['lsp', ...(places ? ['--places'] : []), ...further];
  if (path !== '') return { command: path, args, env: {} };
  // An older editor has an older Node.js inside; the program itself says if that on the path is too old as well.
  if (Number.parseInt(version, 10) < NODE)
    return { command: 'node', args: [bundled, ...args], env: {} };
  return { command: execPath, args: [bundled, ...args], env: { ELECTRON_RUN_AS_NODE: '1' } };
}
