import type * as z from 'zod';
import { didYouMean } from './did-you-mean.ts';
import { innermostIssue, inPlainWords, isMissing, isUnknownKey } from './format-zod-error.ts';

/** The keys of each part of a file, `` being the top, for what says that one is unknown. */
export type KnownKeys = ReadonlyMap<string, readonly string[]>;

/** Something wrong with a value, and the way to it. */
export interface YamlProblem {
  readonly path: readonly PropertyKey[];
  readonly what: string;
}

type Issue = z.core.$ZodIssue;

/** Each thing that a schema found wrong, once. */
export function problemsOf({ issues }: z.ZodError, keys: KnownKeys): YamlProblem[] {
  const misspelt = new Set(issues.filter(isUnknownKey).map(({ path }) => pathText(path)));
  return issues.flatMap((issue): readonly YamlProblem[] => {
    if (isUnknownKey(issue)) return issue.keys.map((key) => unknownKey(issue.path, key, keys));
    return isOfMisspelt(issue, misspelt) ? [] : [wrongValue(issue)];
  });
}

/** Whether what is wrong comes of a key that is misspelt: it is missing, or the whole does not fit. */
function isOfMisspelt(issue: Issue, misspelt: ReadonlySet<string>): boolean {
  if (issue.code === 'custom' && misspelt.has(pathText(issue.path))) return true;
  return isMissing(issue) && misspelt.has(pathText(issue.path.slice(0, -1)));
}

function wrongValue(issue: Issue): YamlProblem {
  const { path, message } = innermostIssue(issue);
  const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
  return { path, what: `${where}${inOneLine(inPlainWords(message))}` };
}

function unknownKey(path: readonly PropertyKey[], key: string, keys: KnownKeys): YamlProblem {
  const section = path.map(String).join('.');
  const where = section === '' ? '' : ` in ${section}`;
  const known = keys.get(section.replaceAll(/\.\d+/g, '')) ?? [];
  const near = didYouMean(key, known);
  const others = known.length === 0 ? '' : `; known are ${known.join(', ')}`;
  const hint = near === undefined ? others : `; did you mean ${JSON.stringify(near)}?`;
  const what = `there is no key ${JSON.stringify(key.slice(0, 60))}${where}${hint}`;
  return { path: [...path, key], what };
}

function pathText(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

/** A message of a library, not longer than one reads. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}
