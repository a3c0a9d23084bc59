import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileMemory, type FileMemoryOptions } from '../../agent/memory/file-memory.ts';
import type { MemoryRecord } from '../../agent/memory/memory-record.ts';
import { LayeredMemory, type MemoryStore, RunMemory } from '../../agent/memory/memory-store.ts';
import { recallUnasked, type ShownFunction } from '../../agent/memory/recall-unasked.ts';
import { METHOD_TAG } from '../../security/triage/review-methods.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { dataFolder } from '../../workspace/state/data-folder.ts';
import { findStateFolder, openStateFolder } from '../../workspace/state/state-folder.ts';
import { stateKey } from '../../workspace/state/state-key.ts';
import type { MemoryScope, SharedMemory } from './memory-scope.ts';

/** The memory of a repository has so many records at most: the oldest go. */
const MAX_SHARED_RECORDS = 2000;

/** The memories of a run. */
export interface OpenedMemory {
  /** What its agents look up and add to. */
  readonly store: MemoryStore;
  /**
   * What a question about these functions is told unasked, one line each.
   * @param learnt what this run has learnt until then, as far as the question may know it
   */
  readonly recall: (
    functions: readonly ShownFunction[],
    words: string,
    learnt?: readonly MemoryRecord[],
  ) => string[];
  /** What earlier runs have kept of how candidates were settled, the oldest first. */
  readonly methods: readonly MemoryRecord[];
}

/** What a run keeps, and where. */
interface MemoryRequest {
  /** The folder that holds the memory of the tree or of the pull request; undefined for none. */
  readonly folder: string | undefined;
  readonly scope?: MemoryScope | undefined;
  /** Whether the memory of the tree is left as it is, and not made where there is none. */
  readonly onlyRecalls?: boolean;
}

/**
 * Opens what a run may recall and keep. What earlier runs on a stranger's change have kept is found by who looks for
 * it, and told to no one unasked: see docs/decisions/repository-memory.md.
 * @throws UsageError when something other than a memory is in the place of one
 */
export function openMemory(
  { folder, scope, onlyRecalls = false }: MemoryRequest,
  env: ProcessEnvironment,
): OpenedMemory {
  const isShared = scope?.kind === 'shared';
  // A repository may have written what is below its tree, and nothing of what the App keeps.
  const key = isShared ? undefined : stateKey(env);
  const ownIn = (place: string) =>
    onlyRecalls ? presentMemory(place, { key }) : [memoryIn(place, { key })];
  const own = folder === undefined ? [] : ownIn(folder);
  const shared = isShared ? sharedMemory(scope) : [];
  const general = presentMemory(generalFolder(scope, env));
  const learns = isShared && scope.learns;
  const stored = learns ? shared.map((store) => new FunctionMemory(store)) : own;
  const kept = onlyRecalls ? [] : stored;
  return {
    store: new LayeredMemory([new RunMemory(), ...kept], [...shared, ...own, ...general]),
    recall: recallOf(isShared ? shared : own, general),
    methods: (isShared ? shared : own).flatMap((one) => one.own()).filter(isMethod),
  };
}

/** What is there now is recalled: what comes in during a run is told as that run has it. */
function recallOf(
  stores: readonly FileMemory[],
  generalStores: readonly FileMemory[],
): OpenedMemory['recall'] {
  // How one candidate was settled is not told to who looks at the same code again.
  const before = stores.flatMap((one) => one.own()).filter((one) => !isMethod(one));
  const general = generalStores.flatMap((one) => one.own());
  return (functions, words, learnt = []) =>
    recallUnasked(functions, words, { remarks: [...before, ...learnt], general });
}

function isMethod({ type, tags }: MemoryRecord): boolean {
  return type === 'procedure' && tags.includes(METHOD_TAG);
}

/**
 * The same for who only recalls: nothing is made or written.
 * @throws UsageError when something other than a memory is in the place of one
 */
export function openRecall(
  { folder, scope }: MemoryRequest,
  env: ProcessEnvironment,
): OpenedMemory['recall'] {
  const isShared = scope?.kind === 'shared';
  const stores = isShared
    ? presentMemory(scope.repository)
    : presentMemory(folder, { key: stateKey(env) });
  return recallOf(stores, presentMemory(generalFolder(scope, env)));
}

/** Where what a person or an operator has noted for all repositories is. */
function generalFolder(
  scope: MemoryScope | undefined,
  env: ProcessEnvironment,
): string | undefined {
  if (scope === undefined) return undefined;
  return scope.kind === 'shared' ? scope.installation : dataFolder(env);
}

function sharedMemory({ repository, learns }: SharedMemory): FileMemory[] {
  if (!learns) return presentMemory(repository);
  mkdirSync(repository, { recursive: true, mode: 0o700 });
  return [memoryIn(repository, { limit: MAX_SHARED_RECORDS })];
}

/** Takes in only what is about a function: nothing else of one change concerns the next. */
class FunctionMemory implements MemoryStore {
  private readonly store: MemoryStore;

  constructor(store: MemoryStore) {
    this.store = store;
  }

  all(): readonly MemoryRecord[] {
    return this.store.all();
  }

  add(record: MemoryRecord): void {
    if (record.about !== undefined) this.store.add(record);
  }
}

function memoryIn(folder: string, options: FileMemoryOptions): FileMemory {
  return new FileMemory(join(openStateFolder(folder, 'memory'), 'records.jsonl'), options);
}

function presentMemory(folder: string | undefined, options?: FileMemoryOptions): FileMemory[] {
  const place = folder === undefined ? undefined : findStateFolder(folder, 'memory');
  return place === undefined ? [] : [new FileMemory(join(place, 'records.jsonl'), options)];
}
