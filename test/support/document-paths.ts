import { existsSync, globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Folders whose paths a document may name; anything else with a slash may be the reader's, as
 * `.github/` always is.
 */
const FOLDERS = /^(src|test|bench|scripts|bin|docs|examples|action|prompts|schemas|\.ci)(\/|$)/;
/** A path, maybe with `*` or `{a,b}`; no spaces, and no `<name>` that a reader fills in. */
const PATH = /^(\.\/)?[\w.@*{},+-]+(\/[\w.@*{},+-]*)+$/;

/**
 * Lists the paths of the repository that a Markdown document names and that do not exist: targets
 * of links and pictures (relative to the document), and inline code that is a path from the root
 * of the repository.
 *
 * @param markdown the document's text
 * @param file the document's own path, relative to `root`
 * @param root the repository's folder
 * @returns the paths, relative to `root`, as the document spells them, in its order
 */
export function missingPaths(markdown: string, file: string, root: string): string[] {
  const prose = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  const linked = [
    ...prose.matchAll(/\]\(\s*<?([^)>\s]+)/g),
    ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g),
  ]
    .map(([, target = '']) => target.replace(/[#?].*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
    .map((target) => relative(root, join(root, dirname(file), target)));
  const quoted = [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)]
    .map(([, code = '']) => code)
    .filter((code) => PATH.test(code))
    .map((code) => code.replace(/^\.\//, ''))
    .filter((path) => FOLDERS.test(path));
  return [...linked, ...quoted].filter((path) => !alternatives(path).every(exists));

  function exists(path: string): boolean {
    return path.includes('*')
      ? globSync(path, { cwd: root }).length > 0
      : existsSync(join(root, path));
  }
}

/** Writes `a/{b,c}` out as `a/b` and `a/c`. */
function alternatives(path: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === '') return [path];
  return choices.split(',').flatMap((choice) => alternatives(`${before}${choice}${after}`));
}
