import type { Location, TraceStep } from '../../syntax/location.ts';
import type { SyntaxTree } from '../../syntax/syntax.ts';

/** A step whose line and column are worked out only if somebody asks. */
export class SourceStep implements TraceStep {
  readonly file: string;
  readonly function: string;
  readonly message: string;
  private readonly tree: SyntaxTree;
  readonly start: number;
  readonly end: number;

  constructor(
    tree: SyntaxTree,
    file: string,
    fn: string,
    span: { start: number; end: number },
    message: string,
  ) {
    this.tree = tree;
    this.file = file;
    this.function = fn;
    this.message = message;
    this.start = span.start;
    this.end = span.end;
  }

  get location(): Location {
    return this.tree.location(this);
  }
}
