import { loadGrammars } from '../src/code/syntax/grammar.ts';
import { RULES } from '../src/rules/index.ts';
import type { ScanDeps } from '../src/security/scan/survey-tree.ts';

/** What a scan needs, as the command line puts it together. */
export function scanDeps(): ScanDeps {
  return {
    rules: RULES,
    grammars: loadGrammars(),
    threadScript: new URL('../src/security/scan/scan-thread.ts', import.meta.url),
  };
}
