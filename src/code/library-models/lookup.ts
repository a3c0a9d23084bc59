import { ALLOCATION } from './allocation.ts';
import type { CallModel } from './call-model.ts';
import { DOCUMENTS } from './documents.ts';
import { MEMORY } from './memory.ts';
import { STDIO } from './stdio.ts';
import { STRINGS } from './strings.ts';
import { SYSTEM, THREADS } from './system.ts';

const MODELS = new Map<string, CallModel>(
  Object.entries({
    ...ALLOCATION,
    ...MEMORY,
    ...STRINGS,
    ...STDIO,
    ...SYSTEM,
    ...THREADS,
    ...DOCUMENTS,
  }),
);
// Fortified and unlocked variants behave as the plain ones.
for (const [name, model] of [...MODELS]) MODELS.set(`${name}_unlocked`, model);
MODELS.set('__builtin_memcpy', MODELS.get('memcpy') ?? {});
MODELS.set('__builtin_memset', MODELS.get('memset') ?? {});
MODELS.set('__builtin_strlen', MODELS.get('strlen') ?? {});

/** What the user has declared of functions; it goes before what is known here. */
let declared: ReadonlyMap<string, CallModel> = new Map();

/**
 * Takes what is declared of functions that the code calls and does not hold, in place of what was declared before. It
 * holds for all of a process, as the rules do with which it is declared.
 */
export function declareFunctions(models: ReadonlyMap<string, CallModel>): void {
  declared = models;
}

/** What a declaration, the C library, POSIX or a well-known library says of a function, or undefined for others. */
export function libraryModelOf(name: string): CallModel | undefined {
  return declared.get(name) ?? MODELS.get(name);
}

/** Whether what a function does is known by a declaration alone: rules know the names of others. */
export function isDeclared(name: string): boolean {
  return declared.has(name);
}
