import type { SyntaxNode } from '../../syntax/syntax.ts';
import { madeFrom, type RustValue, UNKNOWN } from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';

/** The value of `*x`; reading through a raw pointer is recorded. */
export function dereference(walk: RustWalk, node: SyntaxNode, value: RustValue): RustValue {
  if (value.type?.kind !== 'pointer') {
    const type = value.type?.kind === 'reference' ? value.type.inner[0] : value.type;
    // What is read out of a guard no longer holds the lock.
    return { ...value, type, guard: undefined };
  }
  const event = { ...walk.eventContext(), node, value };
  walk.events.dereferences.push(event);
  for (const block of walk.unsafeBlocks) block.dereferences.push(event);
  return { ...UNKNOWN, type: value.type.inner[0], ...madeFrom([value]), taint: value.taint };
}
