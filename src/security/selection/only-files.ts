import { UsageError } from '../../errors.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import { SOURCE_EXTENSIONS } from '../../workspace/files/source-files.ts';
import type { FileFilter } from './reported-files.ts';

/** Endings of what other sources include: such files are read for what they tell of them. */
const HEADER = /^\.(?:h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|tcc|txx|cuh)$/;

/**
 * Lines of a `.gitignore` that leave out all sources but those that fit one of the patterns. Headers stay: what fits
 * may include them.
 * @param only lines of a `.gitignore` that name what is meant
 */
export function leaveOutOthers(only: readonly string[]): readonly string[] {
  if (only.length === 0) return [];
  const sources = SOURCE_EXTENSIONS.filter((ending) => !HEADER.test(ending));
  return [
    ...sources.flatMap((ending) => [`*${ending}`, `*${ending.toUpperCase()}`]),
    ...wantedOf(only).flatMap(meant),
    ...unwantedOf(only),
  ];
}

function wantedOf(only: readonly string[]): string[] {
  return only.filter((pattern) => !pattern.startsWith('!'));
}

/** With a `!`, a pattern takes files out of those that are meant, wherever it stands. */
function unwantedOf(only: readonly string[]): string[] {
  return only.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
}

/** A pattern that is meant is one that is not left out; a folder stands for all below it. */
function meant(pattern: string): string[] {
  const folder = pattern.replace(/\/$/, '');
  return [`!${folder}`, folder.includes('/') ? `!${folder}/**` : `!**/${folder}/**`];
}

/** The files that fit the patterns, which alone are reported on. */
export function onlyFilter(only: readonly string[]): FileFilter {
  const [wanted, unwanted] = [pathPatterns(wantedOf(only)), pathPatterns(unwantedOf(only))];
  return (file) => wanted.ignores(file) && !unwanted.ignores(file);
}

/**
 * Refuses a scan that no file of the tree is meant in: it would find nothing, and call everything fine.
 * @throws UsageError
 */
export function checkOnlyFiles(
  only: readonly string[],
  files: readonly { readonly file: string }[],
): void {
  const fits = onlyFilter(only);
  if (files.some(({ file }) => fits(file))) return;
  const named = only.map((pattern) => `'${pattern}'`).join(' ');
  throw new UsageError(
    `no source file fits --only-files ${named}; patterns are as in a .gitignore, from the folder that is scanned on`,
  );
}
