import { type Crate, type CrateFile, deliveredNodes } from '../../code/rust/crate/crate.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import type { GateLocation } from './gate-result.ts';

/** Places in what is delivered, one for each node that something is said of. */
export function locationsIn(
  crate: Crate,
  say: (file: CrateFile, node: SyntaxNode) => string | undefined,
): GateLocation[] {
  return crate.files.flatMap((file) =>
    deliveredNodes(file).flatMap((node) => {
      const what = say(file, node);
      if (what === undefined) return [];
      return [{ file: file.path, line: file.tree.location(node).line, what }];
    }),
  );
}
