import { createHash } from 'node:crypto';

const MAX_TOOL = 40;
const MAX_RULE = 120;

/** Names that say more than the tool: gcc gives the language, semgrep the edition. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^GNU C/i, 'gcc'],
  [/^semgrep\b/i, 'semgrep'],
  [/^codeql\b/i, 'codeql'],
  [/^cppcheck\b/i, 'cppcheck'],
];

/** The name of a scanner as it stands in reports and in front of its rules. */
export function toolNameOf(name: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(name.trim()));
  if (known !== undefined) return known[1];
  const plain = name
    .slice(0, 4 * MAX_TOOL)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._+]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, MAX_TOOL) || 'unnamed';
}

/**
 * The id of a scanner's rule among ours, such as `cppcheck/nullPointer`: one word, so that a
 * suppression can name it. No rule of ours has a slash. A name that had to be changed ends in a
 * digest, so that two names never become one.
 */
export function foreignPattern(tool: string, ruleId: string): string {
  const plain = ruleId.replaceAll(/[^A-Za-z0-9._+=/:-]+/g, '-').replace(/:+$/, '');
  if (plain === ruleId && plain.length <= MAX_RULE && plain !== '') return `${tool}/${plain}`;
  const digest = createHash('sha1').update(ruleId).digest('hex').slice(0, 6);
  return `${tool}/${plain.slice(0, MAX_RULE)}-${digest}`;
}

/** The scanner whose rule this is; undefined for a rule of ours. */
export function toolOfPattern(pattern: string): string | undefined {
  const slash = pattern.indexOf('/');
  return slash < 0 ? undefined : pattern.slice(0, slash);
}
