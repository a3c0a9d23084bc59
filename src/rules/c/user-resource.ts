import type { MemoryObject } from '../../code/flow/domain/memory-object.ts';
import { hasUserModel } from '../../code/library-models/lookup.ts';

/**
 * Whether something that is no memory comes from a function that a user's model describes, such as a handle or what a pool
 * gives. What the C library gives of that kind has rules of its own.
 */
export function isUserResource({ kind, name }: MemoryObject): boolean {
  return kind === 'resource' && hasUserModel(name);
}
