import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUserModels } from '../../code/library-models/lookup.ts';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { RULES } from '../../rules/index.ts';
import {
  findRulePackages,
  loadRulePackages,
} from '../../security/rule-packages/load-rule-packages.ts';
import { StoredAnalysisCache } from '../../security/scan/analysis-cache.ts';
import { engineFingerprint } from '../../security/scan/engine-fingerprint.ts';
import { RunMemory } from '../../security/scan/run-memory.ts';
import type { ScanDeps } from '../../security/scan/survey-tree.ts';
import { ENGINE, SCAN_THREAD } from '../../workspace/own-files.ts';
import { ContentStore } from '../../workspace/state/content-store.ts';
import { openCache } from './cache-folder.ts';
import type { TreeOptions } from './review-options.ts';

interface OpenScan {
  readonly deps: ScanDeps;
  /** Where results are kept; undefined for none. */
  readonly store: ContentStore | undefined;
  /** Ends it: what was kept for this run alone is removed. */
  close(): void;
}

/**
 * What a scan is made of: the rules, the analysis, and the store of what earlier scans found out.
 * @param twoVersions whether two versions of a tree are scanned, which share what is the same in both
 * @throws UsageError when the folder of the store lies below the path, or a package of rules is wrong
 */
export async function openScan(
  path: string,
  options: TreeOptions,
  { twoVersions = false } = {},
): Promise<OpenScan> {
  const { cache, cacheDir } = options;
  const store = cache ? openCache(path, cacheDir) : undefined;
  // The base of a review is scanned as well, and what it shares with the head is analysed once.
  const ownFolder = store === undefined && twoVersions ? newFolder() : undefined;
  const shared =
    store ?? (ownFolder === undefined ? undefined : new ContentStore(ownFolder, Date.now()));
  const memory = twoVersions ? new RunMemory() : undefined;
  // Names the program by its own files, so that another version does not take this one's results for its own.
  let engine: string | undefined;
  const rulePackages = findRulePackages(options.rules, process.cwd());
  const { rules: more, functions } = await loadRulePackages(rulePackages);
  setUserModels(functions);
  return {
    deps: {
      rules: [...RULES, ...more],
      rulePackages,
      grammars: loadGrammars(),
      moreRules: more,
      threadScript: SCAN_THREAD,
      // What other people's rules find, and what they say of functions, is not in the key of a kept result.
      ...(shared === undefined || rulePackages.length > 0
        ? {}
        : {
            cache: (root, limits, builds) => {
              engine ??= engineFingerprint(ENGINE.sources, ENGINE.lockFile);
              return new StoredAnalysisCache(shared, engine, root, limits, builds, memory);
            },
          }),
    },
    store,
    close: () => {
      if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true, force: true });
    },
  };
}

/** A folder that no one else writes to. */
function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rustward-'));
}
