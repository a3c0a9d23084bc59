import type { Report } from './report.ts';

/** What a category may be, for a person. */
export const CATEGORY_RULE =
  'expected up to 100 letters, digits, dots, dashes, underscores and slashes, such as libs/archive';

/** Whether a name can tell the results of one run in code scanning from those of others. */
export function isCategory(name: string): boolean {
  return /^[\w.-]{1,100}(?:\/[\w.-]{1,100})*$/.test(name) && name.length <= 100;
}

/** The category by which code scanning knows the results of a mode: a later run of one replaces an earlier. */
export function sarifCategory({ mode, category }: Pick<Report, 'mode' | 'category'>): string {
  return ['rustward', mode, ...(category === undefined ? [] : [category])].join('/');
}
