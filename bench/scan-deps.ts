import { loadGrammars } from '../src/code/grammar.ts';
import { RULES } from '../src/rules/index.ts';
import { analyseFile } from '../src/security/analyse-file.ts';
import type { ScanDeps } from '../src/security/scan.ts';
import { surveyFile } from '../src/security/survey-file.ts';

/** What a scan needs, as the command line puts it together. */
export function scanDeps(): ScanDeps {
  return {
    rules: RULES,
    grammars: loadGrammars(),
    analyse: analyseFile,
    survey: surveyFile,
    workerScript: new URL('../src/security/scan-worker.ts', import.meta.url),
  };
}
