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
  /** The lines it speaks for, both included; none, with `to` below `from`, where a range has no end. */
  readonly from: number;
  readonly to: number;
}

const MARKER = 'rustward-ignore';
const REQUEST = /^[\s*/!]*rustward-ignore(?:-(begin|end)\b)?:?[ \t]*(.*)$/s;
const RULES = /^([^\s,]+(?:[ \t]*,[ \t]*[^\s,]+)*)(?:\s+(.*))?$/s;

/** A quick look, before comments are asked for. */
export function mentionsSuppression(text: string): boolean {
  return text.includes(MARKER);
}

/**
 * Reads the comments `rustward-ignore: rule-id[, rule-id…] reason`. A comment
 * behind code speaks for its own lines; one on lines of its own speaks for the
 * next line of code as well. `rustward-ignore-begin: rule-id reason` speaks for all lines until the
 * `rustward-ignore-end` that closes it: ranges may lie in each other.
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
  const ends = rangeEnds(comments);
  return comments.flatMap((comment) => {
    const parsed = parseRequest(comment.text);
    if (parsed === undefined || parsed.part === 'end') return [];
    const { part, ...request } = parsed;
    const { line } = comment;
    if (part === 'begin') {
      return [{ line, ...request, from: line, to: ends.get(comment) ?? line - 1 }];
    }
    let to = comment.endLine;
    if (alone.has(comment.line)) {
      to += 1;
      for (let end = alone.get(to); end !== undefined; end = alone.get(to)) to = end + 1;
    }
    return [{ line, ...request, from: line, to }];
  });
}

/** Where each range that begins ends; a range without an end is left out. */
function rangeEnds(comments: readonly Comment[]): ReadonlyMap<Comment, number> {
  const ends = new Map<Comment, number>();
  const open: Comment[] = [];
  for (const comment of comments.toSorted((one, other) => one.line - other.line)) {
    const part = parseRequest(comment.text)?.part;
    if (part === 'begin') open.push(comment);
    const begun = part === 'end' ? open.pop() : undefined;
    if (begun !== undefined) ends.set(begun, comment.endLine);
  }
  return ends;
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

interface ParsedRequest {
  readonly rules: string[];
  readonly reason: string;
  /** Of a range: which end of it. */
  readonly part: 'begin' | 'end' | undefined;
}

function parseRequest(comment: string): ParsedRequest | undefined {
  for (const line of comment.replace(/\*\/$/, '').split('\n')) {
    const request = REQUEST.exec(line.trimEnd());
    if (request === null) continue;
    const part = request[1] === 'begin' || request[1] === 'end' ? request[1] : undefined;
    const parts = RULES.exec((request[2] ?? '').trim());
    if (parts === null) return { rules: [], reason: '', part };
    const rules = (parts[1] ?? '').split(',').map((rule) => rule.trim().replace(/:$/, ''));
    return { rules, reason: parseReason(parts[2] ?? ''), part };
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
