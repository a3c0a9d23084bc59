import type { SyntaxNode } from '../syntax.ts';
import { origins, UNKNOWN, type Value } from './value.ts';
import type { Walk } from './walk.ts';

/** The value of `*x`; reading through a raw pointer is recorded. */
export function dereference(walk: Walk, node: SyntaxNode, value: Value): Value {
  if (value.type?.kind !== 'pointer') {
    const type = value.type?.kind === 'reference' ? value.type.inner[0] : value.type;
    // What is read out of a guard no longer holds the lock.
    return { ...value, type, guard: undefined };
  }
  const event = { ...walk.surrounding(), node, value };
  walk.events.dereferences.push(event);
  for (const block of walk.unsafeBlocks) block.dereferences.push(event);
  return { ...UNKNOWN, type: value.type.inner[0], from: origins([value]), taint: value.taint };
}
