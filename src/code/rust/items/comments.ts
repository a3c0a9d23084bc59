import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';

const CLAIMS_SAFETY =
  /\bsafety\b|\bsafe\b|\bsound(?:ness)?\b|\binvariants?\b|\bguarante\w+|\bensur\w+|\binitiali[sz]ed\b|\bin bounds\b|\bnon-?null\b|\bnever\b|\balways\b|\bvalid(?:ated)?\b|\binvalid\b|\bchecked\b|\btrust\b|\blayouts?\b|\brepr\b|安全|不变量|保证|确保/i;
const DENIES_SAFETY =
  /\b(?:not|never|isn'?t|no longer)\s+(?:\w+\s+)?(?:safe|sound)\b|不安全|no safety|unsound/i;
/** More text than this is no run of attributes. */
const MAX_GAP = 2000;
const STATEMENTS = new Set([
  'expression_statement',
  'let_declaration',
  'function_item',
  'impl_item',
  'static_item',
  'const_item',
  'match_arm',
  'field_initializer',
]);

/** The comments of a file, asked by place. */
export class Comments {
  private readonly tree: SyntaxTree;

  constructor(tree: SyntaxTree) {
    this.tree = tree;
  }

  /**
   * Whether a comment gives reasons for the safety of an unsafe block, function
   * or impl: before it, before its statement, at its end of line, or as the
   * first thing inside it. What is done in an unsafe block has the reasons of the
   * block. In English or Chinese; the bare word is no reason.
   */
  reasonsForSafety(node: SyntaxNode): boolean {
    const block = unsafeBlockAround(node);
    return this.reasonsAt(node) || (block !== undefined && this.reasonsAt(block));
  }

  private reasonsAt(node: SyntaxNode): boolean {
    for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) {
      if (isReason(this.before(at.start))) return true;
      if (STATEMENTS.has(at.type) || at.type.endsWith('block')) {
        if (at !== node) break;
      }
    }
    return isReason(this.inside(node)) || isReason(this.sameLine(node));
  }

  /** The run of comments that stands right before an offset, attributes skipped. */
  before(offset: number): string {
    const { comments, text } = this.tree;
    let at = this.firstFrom(offset) - 1;
    let end = offset;
    const run: string[] = [];
    while (at >= 0) {
      const comment = comments[at];
      if (comment === undefined) break;
      const gap = text.slice(comment.end, end);
      if (!isBlankOrAttributes(gap)) break;
      run.push(text.slice(comment.start, comment.end));
      end = comment.start;
      at -= 1;
    }
    return run.reverse().join(' ');
  }

  private inside(node: SyntaxNode): string {
    const { comments, text } = this.tree;
    const opening = text.indexOf('{', node.start);
    if (opening < 0 || opening >= node.end) return '';
    const first = comments[this.firstFrom(opening)];
    if (first === undefined || first.start >= node.end) return '';
    if (/\S/.test(text.slice(opening + 1, first.start))) return '';
    const run: string[] = [];
    let end = first.start;
    for (let at = this.firstFrom(opening); at < comments.length; at += 1) {
      const comment = comments[at];
      if (comment === undefined || /\S/.test(text.slice(end, comment.start))) break;
      run.push(text.slice(comment.start, comment.end));
      end = comment.end;
    }
    return run.join(' ');
  }

  private sameLine(node: SyntaxNode): string {
    const { comments, text } = this.tree;
    const comment = comments[this.firstFrom(node.end)];
    if (comment === undefined || text.slice(node.end, comment.start).includes('\n')) return '';
    return text.slice(comment.start, comment.end);
  }

  private firstFrom(offset: number): number {
    const { comments } = this.tree;
    let low = 0;
    let high = comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((comments[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The innermost unsafe block of the same function that an operation stands in. */
function unsafeBlockAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (at.type === 'unsafe_block') return at;
    if (at.type === 'function_item') return undefined;
  }
  return undefined;
}

/** Lines of attributes may stand between a comment and what it is about. */
function isBlankOrAttributes(gap: string): boolean {
  if (!/\S/.test(gap)) return true;
  if (gap.length > MAX_GAP) return false;
  return gap.split('\n').every((line) => {
    const text = line.trim();
    return text === '' || (text.startsWith('#') && text.endsWith(']'));
  });
}

function isReason(comment: string): boolean {
  if (!CLAIMS_SAFETY.test(comment) || DENIES_SAFETY.test(comment)) return false;
  const words = comment.replace(/^[/*!\s]+/, '').replace(/safety|safe|安全性?|[:：\s#/*]/gi, '');
  return words.length >= 4;
}
