import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolderOf } from '../entry/review/cache-folder.ts';
import { UsageError } from '../errors.ts';
import { answersFolder } from '../model/configuration/answers-folder.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';
import {
  type CacheForm,
  type CacheSize,
  cacheSize,
  clearCache,
} from '../workspace/state/cache-contents.ts';
import { VERDICTS } from '../workspace/state/content-store.ts';
import { jsonText } from './output/json-text.ts';
import { oneLine } from './output/terminal-text.ts';

/** What a cache holds, by what it takes to have it again. */
type CacheKind = 'analyses' | 'verdicts' | 'answers';

const MEANING: Readonly<Record<CacheKind, string>> = {
  analyses: 'what scans and clang found out of files: made again by the next run',
  verdicts: 'what models concluded of code: paid for',
  answers: 'what models answered: paid for',
};

/** The folder of each kind, and the names of folders in it that hold another kind. */
interface CachePart {
  readonly kind: CacheKind;
  readonly folder: string;
  readonly others: readonly string[];
}

/** A folder that is not there is one all the same: the next run makes it. */
export function cachePath(named: string | undefined): string {
  const folder = cacheFolderOf(named);
  if (folder === undefined)
    throw new UsageError('there is no home folder to keep a cache in; name one with --cache-dir');
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}

/** What the cache holds, as a table or as data. */
export function cacheSizeText(
  named: string | undefined,
  asJson: boolean,
  env: ProcessEnvironment,
): string {
  const parts = partsOf(named, env).map((part) => ({
    ...part,
    ...cacheSize(part.folder, formOf(part)),
  }));
  if (asJson) {
    return jsonText(
      parts.map(({ kind, folder, entries, bytes }) => ({ kind, folder, entries, bytes })),
    );
  }
  const lines = parts.map(({ kind, folder, entries, bytes }) => {
    const size = sizeText(bytes).padStart(9);
    const count = `${entries}`.padStart(7);
    return `${kind.padEnd(9)}${size}${count} entries  ${oneLine(folder)}  (${MEANING[kind]})\n`;
  });
  return lines.join('');
}

/**
 * Removes what can be made again, and with `answers` also what models were paid for.
 * @returns what was removed and what is left, one line each
 */
export function cleanCache(
  named: string | undefined,
  answers: boolean,
  env: ProcessEnvironment,
): string {
  const parts = partsOf(named, env);
  // One that is no cache is refused before anything of another is removed.
  const sizes = new Map(parts.map((part) => [part.kind, cacheSize(part.folder, formOf(part))]));
  const lines = parts.map((part) => {
    const { kind, folder } = part;
    const size = sizes.get(kind) ?? { entries: 0, bytes: 0 };
    if (kind === 'analyses' || answers)
      return `removed ${countText(kind, clearCache(folder, formOf(part)))} from ${oneLine(folder)}\n`;
    return size.entries === 0
      ? ''
      : `kept ${countText(kind, size)} in ${oneLine(folder)}: models were paid for them; --answers removes them\n`;
  });
  return lines.join('');
}

function partsOf(named: string | undefined, env: ProcessEnvironment): CachePart[] {
  const folder = cachePath(named);
  const answers = answersFolder(env['RUSTWARD_MODEL_CACHE']?.trim() || undefined, env);
  const inside = [VERDICTS, 'answers'];
  return [
    { kind: 'analyses', folder, others: inside },
    { kind: 'verdicts', folder: join(folder, VERDICTS), others: [] },
    ...(answers === undefined
      ? []
      : [{ kind: 'answers', folder: resolve(answers), others: inside } as const]),
  ];
}

function formOf({ kind, others }: CachePart): CacheForm {
  return { isJson: kind === 'answers', parts: others };
}

function countText(kind: CacheKind, { entries, bytes }: CacheSize): string {
  const [one, many] = kind === 'analyses' ? ['analysis', kind] : [kind.slice(0, -1), kind];
  return `${entries} ${entries === 1 ? one : many} (${sizeText(bytes)})`;
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
