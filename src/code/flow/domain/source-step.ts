import type { Location, TraceStep } from '../../syntax/location.ts';
import type { SyntaxTree } from '../../syntax/syntax.ts';

/** A step whose line and column are worked out only when they are read. */
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

/** Longer traces are not read. */
const MAX_STEPS = 12;

/** Further steps of a trace. What is too long loses its middle: where it begins tells the most. */
export function appendSteps(
  steps: readonly TraceStep[],
  more: readonly TraceStep[],
): readonly TraceStep[] {
  const all = [...steps, ...more];
  if (all.length <= MAX_STEPS) return all;
  const [first] = all;
  return first === undefined ? all : [first, ...all.slice(1 - MAX_STEPS)];
}
