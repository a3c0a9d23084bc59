import { codeSpan } from '../../page/markdown-text.ts';
import { count } from '../../security/report/count.ts';
import type { Report } from '../../security/report/report.ts';

/** Names that a reader takes in at a glance. */
const MAX_NAMED = 12;

/**
 * What a change does to the functions of a tree, as a sentence in Markdown: how many it touches, and which.
 * @returns undefined where nothing was compared, or no source has changed
 */
export function changedFunctionsSentence({ comparison }: Report): string | undefined {
  if (comparison === undefined || comparison.changed_files === 0) return undefined;
  const { changed_files: files, changed_functions: functions } = comparison;
  const where = count(files, 'source file');
  if (functions.length === 0) return `The change touches ${where}, and no function.`;
  const byFile = new Map<string, string[]>();
  for (const each of functions.slice(0, MAX_NAMED)) {
    const [, file = '', name = each] = /^(.*?): (.*)$/s.exec(each) ?? [];
    byFile.set(file, [...(byFile.get(file) ?? []), codeSpan(name)]);
  }
  const named = [...byFile].map(([file, names]) =>
    [names.join(', '), ...(file === '' ? [] : [codeSpan(file)])].join(' in '),
  );
  const left = functions.length - MAX_NAMED;
  const more = left > 0 ? `, and ${count(left, 'other')}` : '';
  return `The change touches ${count(functions.length, 'function')} of ${where}: ${named.join('; ')}${more}.`;
}
