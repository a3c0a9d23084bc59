import type { Location } from '../../syntax/location.ts';
import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';

/**
 * Where untrusted data comes from. `parameter` means no more than that the
 * function's own text does not show it; the others come from outside the program.
 */
export type TaintKind =
  | 'request'
  | 'network'
  | 'stdin'
  | 'arguments'
  | 'environment'
  | 'file'
  | 'parameter';

/** From the strongest evidence down. */
const ORDER: readonly TaintKind[] = [
  'request',
  'network',
  'stdin',
  'arguments',
  'environment',
  'file',
  'parameter',
];

/** A place in another file. */
interface OtherPlace {
  readonly file: string;
  readonly location: Location;
}

/** One step of a flow, the latest first. */
export interface FlowStep {
  readonly at: SyntaxNode | OtherPlace;
  /** The function in which the step stands. */
  readonly function: string;
  readonly message: string;
  readonly previous: FlowStep | undefined;
}

export interface RustTaint {
  readonly kind: TaintKind;
  readonly last: FlowStep;
  /** Whether the value passed through a function this file does not show. */
  readonly indirect: boolean;
}

/** Untrusted data of a kind that is supplied from outside the program. */
export type ExternalTaint = RustTaint & {
  readonly kind: Exclude<TaintKind, 'parameter' | 'environment' | 'file'>;
};

const MAX_STEPS = 12;

export function taintSource(
  kind: TaintKind,
  node: SyntaxNode,
  fn: string,
  message: string,
): RustTaint {
  return { kind, last: { at: node, function: fn, message, previous: undefined }, indirect: false };
}

/** The same data after one more step; long flows keep their first steps only. */
export function propagate(
  taint: RustTaint,
  node: SyntaxNode,
  fn: string,
  message: string,
): RustTaint {
  let length = 0;
  for (let at: FlowStep | undefined = taint.last; at !== undefined; at = at.previous) length += 1;
  if (length >= MAX_STEPS) return taint;
  return { ...taint, last: { at: node, function: fn, message, previous: taint.last } };
}

/** The stronger of two: a value that may be either is as bad as the worse. */
export function joinTaint(
  left: RustTaint | undefined,
  right: RustTaint | undefined,
): RustTaint | undefined {
  if (left === undefined) return right;
  if (right === undefined) return left;
  return ORDER.indexOf(right.kind) < ORDER.indexOf(left.kind) ? right : left;
}

/** Whether the data is chosen outside the program each time it runs. */
export function isExternalTaint(taint: RustTaint | undefined): taint is ExternalTaint {
  return (
    taint !== undefined &&
    taint.kind !== 'parameter' &&
    taint.kind !== 'environment' &&
    taint.kind !== 'file'
  );
}

/** How a message speaks of data of a kind. */
export function describeTaint(taint: RustTaint): string {
  switch (taint.kind) {
    case 'request':
      return 'request data';
    case 'network':
      return 'data from the network';
    case 'stdin':
      return 'standard input';
    case 'arguments':
      return 'a command-line argument';
    case 'environment':
      return 'an environment variable';
    case 'file':
      return 'the contents of a file';
    case 'parameter':
      return 'a parameter';
  }
}

/** Where a step of a flow is, in the file at hand or in another. */
export function placeOfStep({ at }: FlowStep, tree: SyntaxTree, file: string): OtherPlace {
  return 'location' in at ? at : { file, location: tree.location(at) };
}

/** Taint as other files see it: plain data. */
export function placedTaint(taint: ExternalTaint, tree: SyntaxTree, file: string): ExternalTaint {
  const placed = (step: FlowStep): FlowStep => ({
    ...step,
    at: placeOfStep(step, tree, file),
    previous: step.previous && placed(step.previous),
  });
  return { ...taint, last: placed(taint.last) };
}
