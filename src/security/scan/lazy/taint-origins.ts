import type { Taint } from '../../../code/flow/domain/taint.ts';
import { isExternal } from '../../../code/flow/domain/taint.ts';
import type { LazyTree } from './lazy-tree.ts';

/** Taint is propagated through so many calls and fields (src/code/flow/project/propagate-taint.ts). */
const MAX_STEPS = 5;

/**
 * A field that more files fill is not followed to them, nor a function that more files call behind the first
 * call: most of a project has to do with its central types, and hardly any of it with untrusted text.
 */
const MAX_FILES = 12;

/** Something that taint comes in through, and over how many steps it goes on from there. */
type Entry =
  | { readonly kind: 'function'; readonly file: string; readonly name: string }
  | { readonly kind: 'location'; readonly name: string };

/** Names the files from which taint may come in, as far as it is propagated. */
export class TaintOrigins {
  private readonly tree: LazyTree;
  private readonly add: (files: Iterable<string>) => void;
  private readonly seen = new Set<string>();
  private entries: Entry[] = [];

  constructor(tree: LazyTree, add: (files: Iterable<string>) => void) {
    this.tree = tree;
    this.add = add;
  }

  ofFunction(file: string, name: string): void {
    const key = `${file}#${name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.entries.push({ kind: 'function', file, name });
  }

  ofLocation(name: string): void {
    // A variable that only its file can name is filled there.
    if (this.seen.has(name) || name.includes('@')) return;
    this.seen.add(name);
    this.entries.push({ kind: 'location', name });
  }

  /** Names the files, as far as those that are surveyed tell. */
  follow(): void {
    const { passed, stored } = byDestination(this.tree);
    for (let step = 0; step < MAX_STEPS && this.entries.length > 0; step += 1) {
      const entries = this.entries;
      this.entries = [];
      for (const entry of entries) {
        const files =
          entry.kind === 'function'
            ? this.tree.mentions.callingOther(entry.name, entry.file)
            : storing(this.tree, entry.name);
        const isCalled = step === 0 && entry.kind === 'function';
        if (!isCalled && files.size > MAX_FILES) continue;
        this.add(files);
        if (entry.kind === 'function') {
          for (const from of passed.get(entry.name) ?? []) this.ofTaint(...from);
        } else {
          for (const from of stored.get(entry.name) ?? []) this.ofTaint(...from);
        }
      }
    }
  }

  private ofTaint(file: string, caller: string, taint: Taint): void {
    if (isExternal(taint)) return;
    if (taint.parameters.length > 0 && isExported(this.tree, file, caller))
      this.ofFunction(file, caller);
    for (const location of taint.fieldLocations) this.ofLocation(location);
  }
}

/** Files that may put something into a field, or into a global variable. */
function storing(tree: LazyTree, location: string): ReadonlySet<string> {
  const dot = location.lastIndexOf('.');
  if (dot < 0) return tree.mentions.keepingGlobal(location);
  const record = location.slice(0, dot);
  const byName = tree.mentions.keepingOf(record, location.slice(dot + 1));
  const byPlace = tree.mentions.filling(record);
  return byPlace.size > MAX_FILES ? byName : byName.union(byPlace);
}

function isExported(tree: LazyTree, file: string, name: string): boolean {
  return tree.surveyOf(file)?.survey.summaries.some((each) => each.name === name) === true;
}

type From = readonly [file: string, caller: string, taint: Taint];

/** What is passed to each function, and what is put into each field. */
function byDestination(tree: LazyTree) {
  const passed = new Map<string, From[]>();
  const stored = new Map<string, From[]>();
  const add = (to: Map<string, From[]>, key: string, from: From) => {
    const known = to.get(key);
    if (known === undefined) to.set(key, [from]);
    else known.push(from);
  };
  for (const { survey } of tree.surveyed) {
    for (const { caller, callee, taint } of survey.passed)
      add(passed, callee, [survey.file, caller, taint]);
    for (const [location, list] of survey.contents)
      for (const { caller, taint } of list) add(stored, location, [survey.file, caller, taint]);
  }
  return { passed, stored };
}
