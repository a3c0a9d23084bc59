import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { messageOf, UsageError } from '../../src/errors.ts';
import { formatZodError } from '../../src/format-zod-error.ts';

const fixSchema = z.object({
  repo: z.string().regex(/^[A-Za-z0-9][\w-]*\/[A-Za-z0-9][\w.-]*$/),
  /** The commit, or the beginning of its hash. */
  fix: z.string().regex(/^[0-9a-f]{7,64}$/),
  /** The sources that it changes. */
  files: z.array(z.string().refine(isInside, 'is not a path inside the repository')).min(1),
});

/** A commit of a public project. */
export type Fix = z.infer<typeof fixSchema>;

/**
 * Reads `fixes.json` or `ordinary.json`, which are written elsewhere and not trusted.
 * @throws UsageError when the file cannot be read or does not have the form
 */
export function readFixes(file: string): Fix[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read: ${messageOf(thrown)}`);
  }
  const parsed = z.array(fixSchema).safeParse(value);
  if (!parsed.success) throw new UsageError(`${file}: ${formatZodError(parsed.error)}`);
  return parsed.data;
}

function isInside(path: string): boolean {
  return !path.includes('\0') && !path.split('/').some((part) => /^[.]{0,2}$/.test(part));
}
