import { ALLOCATION } from './allocation.ts';
import { ARCHIVES } from './archives.ts';
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
    ...ARCHIVES,
  }),
);
// Fortified and unlocked variants behave as the plain ones.
for (const [name, model] of [...MODELS]) MODELS.set(`${name}_unlocked`, model);
MODELS.set('__builtin_memcpy', MODELS.get('memcpy') ?? {});
MODELS.set('__builtin_memset', MODELS.get('memset') ?? {});
MODELS.set('__builtin_strlen', MODELS.get('strlen') ?? {});

/** The models that the user brings; they go before those that are here. */
let userModels: ReadonlyMap<string, CallModel> = new Map();

/**
 * Takes the user's models of functions that the code calls and does not hold, in place of those before. They hold for all of
 * a process, as the rules do with which they come.
 */
export function setUserModels(models: ReadonlyMap<string, CallModel>): void {
  userModels = models;
}

/** What a model of the user, the C library, POSIX or a well-known library says of a function, or undefined for others. */
export function libraryModelOf(name: string): CallModel | undefined {
  return userModels.get(name) ?? MODELS.get(name);
}

/** Whether a function has a model of the user: rules know the names of the others. */
export function hasUserModel(name: string): boolean {
  return userModels.has(name);
}
