import { isTestPath } from '../../workspace/files/test-paths.ts';
import { type Excerpt, type Excerpts, functionExcerpt, locationText } from './excerpt.ts';
import type { SourceIndex } from './source-index.ts';

/** Functions that are shown of those that use a macro. */
const MAX_USERS = 6;

/** A function of at most so many lines is shown whole. */
const WHOLE = 12;

/** Lines of all of them together. */
const MAX_LINES = 120;

const DEFINITION = /^\s*#\s*define\s+([A-Za-z_]\w*)/;

/**
 * The functions that use the macros whose definitions hold some places, those of the same file first and those of
 * tests last: what is wrong in a macro goes wrong where it is used.
 */
export async function macroUsers(
  places: readonly { readonly file: string; readonly line: number }[],
  index: SourceIndex,
): Promise<Excerpts> {
  const excerpts: Excerpt[] = [];
  const omitted: string[] = [];
  let left = MAX_LINES;
  for (const { file, line } of places) {
    const macro = macroAt(index.code(file), line);
    if (macro === undefined) continue;
    for (const { fn, lines } of usersOf(macro, file, index)) {
      if (excerpts.some((one) => one.file === fn.file && one.line === fn.line)) continue;
      const options = {
        whole: WHOLE,
        title: `function ${fn.name}, which uses ${macro}`,
        depth: 'caller',
      } as const;
      const excerpt = await functionExcerpt(fn, lines, options, index);
      if (excerpts.length >= MAX_USERS || excerpt.shown.length > left) {
        omitted.push(`${fn.name} (${locationText(fn)}), which uses ${macro}`);
      } else {
        excerpts.push(excerpt);
        left -= excerpt.shown.length;
      }
    }
  }
  return { excerpts, omitted };
}

/** The macro whose definition a line belongs to, also where that goes on from the line before. */
function macroAt(code: readonly string[], line: number): string | undefined {
  let at = line;
  while ((code[at - 2] ?? '').trimEnd().endsWith('\\')) at -= 1;
  return DEFINITION.exec(code[at - 1] ?? '')?.[1];
}

function usersOf(macro: string, file: string, index: SourceIndex) {
  const name = new RegExp(`\\b${macro}\\b`);
  const rank = (path: string) => (isTestPath(path) ? 2 : Number(path !== file));
  return index.files
    .toSorted((left, right) => rank(left) - rank(right))
    .flatMap((path) => {
      const code = index.code(path);
      const lines = code.flatMap((text, at) => (name.test(text) ? [at + 1] : []));
      if (lines.length === 0) return [];
      return index.functionsIn(path).flatMap((fn) => {
        const own = lines.filter((at) => fn.line <= at && at <= fn.endLine);
        return own.length === 0 ? [] : [{ fn, lines: own }];
      });
    });
}
