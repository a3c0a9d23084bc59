import type { Inputs } from './inputs.ts';

/** What tells this job's results in code scanning from those of others: the input, or else the path. */
export function categoryOf({ category, path }: Pick<Inputs, 'category' | 'path'>): {
  readonly category?: string;
} {
  if (category !== undefined) return { category };
  // Of two jobs for two folders the second would close what the first has found.
  const named = path
    .replace(/^\.\/|\/+$/g, '')
    .replaceAll(/[^\w./-]/g, '_')
    .slice(0, 100);
  return named === '' || named === '.' ? {} : { category: named };
}
