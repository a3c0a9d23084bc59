import { realpathSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import { toolVersion } from '../../workspace/toolchain/tool-version.ts';

/** A clang whose trees can be read. */
export interface Clang {
  /** The absolute path of the program. */
  readonly program: string;
  readonly version: string;
  /** Folders that a sandbox must show for it to run. */
  readonly tools: readonly string[];
}

const OLDEST = 14;
const NEWEST = 21;

const INSTALL =
  `install clang ${OLDEST} to ${NEWEST} (Debian, Ubuntu: sudo apt-get install clang), ` +
  'or let CLANG name one';

/**
 * The clang that `CLANG` names, by its path or its name on the `PATH`; else `clang`, else the newest
 * `clang-N` there.
 * @throws IncompleteError when there is none, or its version is not one whose trees can be read
 */
export async function findClang(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Clang> {
  const path = env['PATH'] ?? '';
  const wanted = env['CLANG'] ?? '';
  const numbers = Array.from({ length: NEWEST - OLDEST + 1 }, (_, at) => NEWEST - at);
  const names = wanted === '' ? ['clang', ...numbers.map((n) => `clang-${n}`)] : [wanted];
  const problems: string[] = [];
  for (const name of names) {
    const folder = isAbsolute(name) ? dirname(name) : path;
    const found = await toolVersion(name.slice(name.lastIndexOf('/') + 1), folder);
    if (found.kind === 'absent') continue;
    if (found.kind === 'broken') {
      problems.push(`${found.path} does not work: ${found.problem}`);
      continue;
    }
    const major = Number.parseInt(found.version, 10);
    if (major >= OLDEST && major <= NEWEST) return located(found.path, found.version);
    problems.push(`${found.path} is version ${found.version}`);
  }
  if (wanted !== '' && problems.length === 0) problems.push(`CLANG names ${wanted}, which is none`);
  const reason = problems.length === 0 ? 'there is no clang' : problems.join('; ');
  throw new IncompleteError(`C code cannot be read: ${reason}. To go on, ${INSTALL}`);
}

function located(path: string, version: string): Clang {
  const program = realpathSync(path);
  // Its own headers are beside it, in `lib/clang`; what is below /usr is shown anyway.
  const home = dirname(dirname(program));
  return { program, version, tools: program.startsWith('/usr/') ? [] : [home] };
}
