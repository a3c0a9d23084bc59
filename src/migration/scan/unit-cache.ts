import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { ClangUnit } from '../../code/clang/unit.ts';
import type { ContentStore } from '../../workspace/state/content-store.ts';

/** What clang has said of files in earlier scans. */
export interface UnitCache {
  get(key: string): ClangUnit | undefined;
  put(key: string, unit: ClangUnit): void;
}

/** All that clang's tree of a file depends on. */
export interface UnitKey {
  /** clang's version, its arguments, and where the project is as far as clang sees it. */
  readonly words: readonly string[];
  /** A digest of what the preprocessor made of the file: headers of the system are in it. */
  readonly preprocessed: string;
  /** The project's files that are in it: the preprocessor leaves out columns, and comments. */
  readonly files: readonly string[];
  /** What a file of the project says; undefined where it cannot be read. */
  readonly text: (file: string) => string | undefined;
}

/** A name for a unit; undefined where something that it depends on cannot be read. */
export function unitKeyOf({ words, preprocessed, files, text }: UnitKey): string | undefined {
  const key = createHash('sha256').update(JSON.stringify([words, preprocessed]));
  for (const file of files) {
    const said = text(file);
    if (said === undefined) return undefined;
    key.update(JSON.stringify([file, said]));
  }
  return key.digest('base64');
}

/**
 * Units in a store of the user's own: what it gives was put there by this code, so that its type is known.
 */
export class StoredUnitCache implements UnitCache {
  private readonly store: ContentStore;
  private readonly engine: string;

  /** @param engine names the code that made the units: another one may read trees in another way */
  constructor(store: ContentStore, engine: string) {
    this.store = store;
    this.engine = engine;
  }

  get(key: string): ClangUnit | undefined {
    const bytes = this.store.get(this.nameOf(key));
    if (bytes === undefined) return undefined;
    const unit: ClangUnit = deserialize(bytes);
    return unit;
  }

  put(key: string, unit: ClangUnit): void {
    this.store.put(this.nameOf(key), serialize(unit));
  }

  private nameOf(key: string): string {
    return ['unit', this.engine, key].join('\n');
  }
}
