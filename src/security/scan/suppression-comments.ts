import { type ChangedRange, touches } from '../../workspace/git/diff-ranges.ts';

/** A comment of the source text; lines are 1-based. */
export interface Comment {
  /** With its delimiters. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** A comment that asks to leave something be. */
export interface InlineSuppression {
  /** Where the comment starts. */
  readonly line: number;
  readonly rules: readonly string[];
  /** Empty: then it suppresses nothing. */
  readonly reason: string;
  /** The lines it speaks for, both included. */
  readonly from: number;
  readonly to: number;
}

const MARKER = 'rustward-ignore';
const REQUEST = /^[\s*/!]*rustward-ignore:?[ \t]*(.*)$/s;
const RULES = /^([^\s,]+(?:[ \t]*,[ \t]*[^\s,]+)*)(?:\s+(.*))?$/s;

/** A quick look, before comments are asked for. */
export function mentionsSuppression(text: string): boolean {
  return text.includes(MARKER);
}

/**
 * Reads the comments `rustward-ignore: rule-id[, rule-id…] reason`. A comment
 * behind code speaks for its own lines; one on lines of its own speaks for the
 * next line of code as well.
 * @param lines the lines of the file
 */
export function parseSuppressionComments(
  comments: readonly Comment[],
  lines: readonly string[],
): InlineSuppression[] {
  const alone = new Map<number, number>();
  for (const comment of comments) {
    if (standsAlone(comment, lines)) alone.set(comment.line, comment.endLine);
  }
  return comments.flatMap((comment) => {
    const request = parseRequest(comment.text);
    if (request === undefined) return [];
    let to = comment.endLine;
    if (alone.has(comment.line)) {
      to += 1;
      for (let end = alone.get(to); end !== undefined; end = alone.get(to)) to = end + 1;
    }
    return [{ line: comment.line, ...request, from: comment.line, to }];
  });
}

/**
 * Tells comments that were there before a change from those that it brings. One whose lines it
 * touches counts as brought: an old reason says nothing of new code.
 */
export function splitByChange(
  comments: readonly InlineSuppression[],
  changed: readonly ChangedRange[],
): { own: InlineSuppression[]; brought: InlineSuppression[] } {
  const isFromChange = ({ from, to }: InlineSuppression) =>
    changed.some((range) => touches(range, from, to));
  return {
    own: comments.filter((comment) => !isFromChange(comment)),
    brought: comments.filter(isFromChange),
  };
}

/** Writes the comment that `parseSuppressionComments` reads. */
export function printSuppressionComment(rules: readonly string[], reason: string): string {
  return `// ${MARKER}: ${rules.join(', ')} ${reason}`.trimEnd();
}

function parseRequest(comment: string): { rules: string[]; reason: string } | undefined {
  for (const line of comment.replace(/\*\/$/, '').split('\n')) {
    const request = REQUEST.exec(line.trimEnd());
    if (request === null) continue;
    const parts = RULES.exec((request[1] ?? '').trim());
    if (parts === null) return { rules: [], reason: '' };
    const rules = (parts[1] ?? '').split(',').map((rule) => rule.trim().replace(/:$/, ''));
    return { rules, reason: parseReason(parts[2] ?? '') };
  }
  return undefined;
}

/** People write `rule - reason` and `rule: reason` too. */
function parseReason(text: string): string {
  return text.replace(/^[\s:–—-]+/, '').trim();
}

function standsAlone(comment: Comment, lines: readonly string[]): boolean {
  const first = (lines[comment.line - 1] ?? '').trimStart();
  const last = (lines[comment.endLine - 1] ?? '').trimEnd();
  const [start = ''] = comment.text.split('\n');
  const end = comment.text.slice(comment.text.lastIndexOf('\n') + 1);
  return first.startsWith(start.trim()) && last.endsWith(end.trim());
}
