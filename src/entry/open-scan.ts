import { loadGrammars } from '../code/grammar.ts';
import { RULES } from '../rules/index.ts';
import { analyserWith } from '../security/analyse-file.ts';
import { StoredAnalyses } from '../security/analysis-cache.ts';
import { engineFingerprint } from '../security/engine-fingerprint.ts';
import { findRulePackages, loadRulePackages } from '../security/rule-packages.ts';
import type { ScanDeps } from '../security/scan.ts';
import { surveyFile } from '../security/survey-file.ts';
import type { ContentStore } from '../workspace/content-store.ts';
import { ENGINE, SCAN_WORKER } from '../workspace/own-files.ts';
import { openCache } from './cache-folder.ts';
import type { TreeOptions } from './review-options.ts';

interface OpenScan {
  readonly deps: ScanDeps;
  /** Where results are kept; undefined for none. */
  readonly store: ContentStore | undefined;
}

/**
 * What a scan is made of: the rules, the analysis, and the store of what earlier scans found out.
 * @throws UsageError when the folder of the store lies below the path, or a package of rules is wrong
 */
export async function openScan(path: string, options: TreeOptions): Promise<OpenScan> {
  const { cache, cacheDir } = options;
  const store = cache ? openCache(path, cacheDir) : undefined;
  const rulePackages = findRulePackages(options.rules, process.cwd());
  const more = await loadRulePackages(rulePackages);
  return {
    deps: {
      rules: [...RULES, ...more],
      rulePackages,
      grammars: loadGrammars(),
      analyse: analyserWith(more),
      survey: surveyFile,
      workerScript: SCAN_WORKER,
      // What other people's rules find may depend on more than the key of a kept result says.
      ...(store === undefined || more.length > 0
        ? {}
        : { cache: (root, limits) => new StoredAnalyses(store, engine(), root, limits) }),
    },
    store,
  };
}

/** Names the program by its own files, so that another version does not take this one's results for its own. */
function engine(): string {
  return engineFingerprint(ENGINE.sources, ENGINE.lockFile);
}
