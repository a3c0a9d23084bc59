import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { RustValue } from '../state/value.ts';

/** A call before its result is known. */
export interface CallShape {
  readonly node: SyntaxNode;
  readonly path: string;
  readonly name: string;
  readonly receiver: RustValue | undefined;
  readonly arguments: readonly RustValue[];
  readonly argumentNodes: readonly SyntaxNode[];
  readonly typeArguments: string;
}
