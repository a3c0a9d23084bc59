import type { z } from 'zod';

/**
 * The first thing that a schema found wrong, on one line: where, and what. Of a union, that of the form
 * which the value most likely was to have.
 */
export function formatZodError(error: z.ZodError): string {
  return formatZodErrors(error)[0] ?? 'it does not have the expected form';
}

/** All that a schema found wrong, each on one line as `formatZodError` has it. */
export function formatZodErrors(error: z.ZodError): string[] {
  return error.issues.map(formatIssue);
}

function formatIssue(issue: Issue): string {
  const { path, message } = innermostIssue(issue);
  const where = path.map(String).join('.');
  const what = inPlainWords(message);
  return where === '' ? what : `at ${where}: ${what}`;
}

/** What a schema says, as a person would say it, on one line. */
export function inPlainWords(message: string): string {
  return message
    .replaceAll(/\s+/g, ' ')
    .replace(/^Invalid input: expected (.+), received undefined$/, '$1 is missing')
    .replace(/^Invalid (?:input|option): expected (.+), received (.+)$/, 'expected $1, found $2')
    .replace(/^Invalid (?:input|option): expected one of (.+)$/, (_, list: string) => {
      return `expected one of ${list.replaceAll('|', ', ')}`;
    })
    .replace(/^Invalid (?:input|option): expected /, 'expected ')
    .replace(/^Invalid input$/, 'it does not have the expected form')
    .replace(/^Unrecognized key: (.+)$/, 'there is no key $1')
    .replace(/^Unrecognized keys: (.+)$/, 'there are no keys $1')
    .replace(/^Too (?:small|big): expected (.+) to (?:be|have) (.+)$/, (_, what, bound) => {
      return `expected ${what} ${boundInWords(bound)}`;
    });
}

const BOUNDS: readonly (readonly [string, string])[] = [
  ...([
    ['>=', 'of at least '],
    ['<=', 'of at most '],
  ] as const),
  ...([
    ['>', 'above '],
    ['<', 'below '],
  ] as const),
];

function boundInWords(bound: string): string {
  const found = BOUNDS.find(([sign]) => bound.startsWith(sign));
  return found === undefined ? bound : found[1] + bound.slice(found[0].length);
}

type Issue = z.core.$ZodIssue;

/** What is wrong, in the schema's words: of a key the reason is in an issue of the key itself. */
function messageOfIssue(issue: Issue): string {
  return (issue.code === 'invalid_key' ? issue.issues[0] : undefined)?.message ?? issue.message;
}

/** What is wrong of what most likely was meant: of a union, what is wrong with the form that is nearest. */
export function innermostIssue(issue: Issue): Pick<Issue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return { path: issue.path, message: messageOfIssue(issue) };
  const [closest] = issue.errors.toSorted((a, b) => formDistance(a) - formDistance(b));
  const first = closest?.find(isUnknownKey) ?? closest?.[0];
  // No form is nearer than another where all of them are of another type.
  if (first === undefined || isOfOtherType(first)) {
    return isMissing(issue) ? { path: issue.path, message: 'it is missing' } : issue;
  }
  const inner = innermostIssue(first);
  return { path: [...issue.path, ...inner.path], message: inner.message };
}

/** Whether nothing is there at all, which no form of a union takes. */
export function isMissing(issue: Issue): boolean {
  return issue.code === 'invalid_union'
    ? issue.errors.every(([first]) => first !== undefined && isMissing(first))
    : issue.message.endsWith('received undefined');
}

/** How far a value is from a form: of another type, another word, with keys that it does not have, or nearly right. */
function formDistance(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (isOfOtherType(issue)) return sum + 100;
    if (issue.code === 'invalid_value' && issue.path.length === 0) return sum + 50;
    return sum + (issue.code === 'unrecognized_keys' ? 10 * issue.keys.length : 1);
  }, 0);
}

/** A key that is misspelt is one that is missing as well: who wrote it looks for what was written. */
export function isUnknownKey(issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

function isOfOtherType({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}
