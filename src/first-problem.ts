import type { z } from 'zod';

/** The first thing that a schema found wrong, on one line: where, and what. */
export function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it does not have the expected form';
  const where = issue.path.map(String).join('.');
  const what = issue.message.replaceAll(/\s+/g, ' ');
  return where === '' ? what : `at ${where}: ${what}`;
}
