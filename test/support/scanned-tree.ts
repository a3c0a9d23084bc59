import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { RULES } from '../../src/rules/index.ts';
import type { Candidate } from '../../src/security/candidates/candidate.ts';
import { type ScanOutcome, scan } from '../../src/security/scan/scan.ts';
import { SourceIndex } from '../../src/security/slice/source-index.ts';
import type { StageDeps } from '../../src/security/triage/stage.ts';
import type { ScriptedModel } from '../fakes/scripted-model.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ScannedTree {
  readonly folder: string;
  readonly outcome: ScanOutcome;
  readonly candidates: readonly Candidate[];
  readonly index: SourceIndex;
}

const grammars = loadGrammars();

/** A folder with these files, and what the real scan makes of it. */
export async function scannedTree(files: Readonly<Record<string, string>>): Promise<ScannedTree> {
  const folder = temporaryFolder(files);
  const outcome = await scanOf(folder);
  const index = new SourceIndex(outcome, grammars);
  return { folder, outcome, candidates: outcome.candidates, index };
}

/** What the real scan makes of a folder. */
export function scanOf(folder: string): Promise<ScanOutcome> {
  return scan(
    { path: folder, threads: 0 },
    {
      rules: RULES,
      grammars,
      threadScript: new URL('../../src/security/scan/scan-thread.ts', import.meta.url),
    },
  );
}

/** What a stage needs, with a model that is scripted and no tools. */
export function stageDeps(index: SourceIndex, model: ScriptedModel): StageDeps {
  const limits = { turns: 10, tokens: 1_000_000, seconds: 60 };
  return { model, index, tools: [], permissions: ['read'], limits };
}
