import { type CrateFiles, withFiles } from './crate-files.ts';
import { libraryName } from './manifest.ts';
import { isModuleName, snakeCase } from './module-plan.ts';
import { isProgramText, type Program, programText } from './program-text.ts';

/** Names that cargo keeps for folders of its own. */
const OF_CARGO = new Set(['build', 'deps', 'examples', 'incremental']);

const PROGRAM_FILE = /^src\/(?:main\.rs|bin\/.+\.rs)$/;

/** Whether a file of a crate is a program, or a part of one, and not of the library. */
export function isProgramFile(path: string): boolean {
  return PROGRAM_FILE.test(path);
}

/** Whether a crate has a program that was not generated: then it stays as it is, and no other is added. */
export function hasOwnProgram(files: CrateFiles): boolean {
  return [...files].some(([path, text]) => isProgramFile(path) && !isProgramText(text));
}

/**
 * A crate with the program of a C file, in the file that it has already or the next one that is free: `src/main.rs`
 * where the C has one program, else `src/bin/NAME.rs`.
 * @param cFiles all C files whose `main` is migrated
 */
export function withProgram(
  files: CrateFiles,
  program: Omit<Program, 'library'>,
  cFiles: readonly string[],
): CrateFiles {
  const { cFile } = program;
  const library = libraryName(files.get('Cargo.toml') ?? '');
  const present = [...files].find(
    ([path, text]) => isProgramFile(path) && isProgramText(text, cFile),
  );
  const path = present?.[0] ?? freePath(files, cFile, cFiles, library);
  return withFiles(files, { [path]: programText({ ...program, library }) });
}

function freePath(
  files: CrateFiles,
  cFile: string,
  cFiles: readonly string[],
  library: string,
): string {
  const others = cFiles.filter((file) => file !== cFile);
  const single = files.get('src/main.rs');
  const isTaken = single !== undefined && others.some((file) => isProgramText(single, file));
  if (others.length === 0 && !isTaken) return 'src/main.rs';
  return `src/bin/${programNames(cFiles, library).get(cFile) ?? library}.rs`;
}

/** Of each C file with a `main`: what its program is called, as the file or, where that says nothing, the folder. */
function programNames(cFiles: readonly string[], library: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const cFile of cFiles.toSorted()) {
    const parts = cFile.replace(/\.\w+$/, '').split('/');
    const last = snakeCase(parts.at(-1) ?? '');
    const folder = snakeCase(parts.at(-2) ?? '');
    const own = last === 'main' ? (folder === '' || folder === 'src' ? library : folder) : last;
    const whole = snakeCase(parts.join('_'));
    const usable = [own, whole].map((one) =>
      isModuleName(one) && !OF_CARGO.has(one) ? one : `${one || 'c'}_program`,
    );
    let name = usable.find((one) => !taken.has(one)) ?? '';
    for (let count = 2; name === '' || taken.has(name); count += 1) name = `${usable[0]}_${count}`;
    taken.add(name);
    names.set(cFile, name);
  }
  return names;
}
