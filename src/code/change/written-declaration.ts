import type { Span } from '../c/ir/ast.ts';
import { spanOfLine } from './span-of-line.ts';
import type { UnitChange } from './unit-change.ts';

/** The one line that the change wrote and that declares a member of this name. */
export function writtenDeclaration({ head, lines }: UnitChange, name: string): Span | undefined {
  const { text } = head.tree;
  const pattern = new RegExp(`^[ \\t]*[a-zA-Z_][\\w \\t,*]*[ \\t,]${name}[ \\t]*(?:[;,]|\\[)`);
  const found = text
    .split('\n')
    .flatMap((line, at) =>
      pattern.test(line) && lines.inBase(at + 1) === undefined ? at + 1 : [],
    );
  const [line] = found;
  return line === undefined || found.length > 1 ? undefined : spanOfLine(text, line);
}
