import { lowerUnit, type TranslationUnit } from '../../code/c/unit.ts';
import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { withMacros } from '../../code/rust/macros/read-macros.ts';
import { languageOfPath, languageOfScanned } from '../../code/syntax/language.ts';
import { readSourceText } from '../../workspace/files/source-text.ts';
import { type CandidateDraft, draftCandidates } from '../candidates/draft-candidates.ts';
import { readUnitText, type UnitText } from './build/read-unit-text.ts';
import { UnmergedCode } from './conflict-notes.ts';
import { surveyedFunctions } from './function-outlines.ts';
import type { ScanFileDeps, TreeFile } from './scan-file.ts';

/** A file of the head, and what it was in the base. */
export interface FilePair {
  readonly head: TreeFile;
  readonly base: TreeFile;
}

/**
 * Runs the change rules on the two versions of a file.
 * @param project what the files of the head tell each other
 * @param baseProject what those of the base do
 * @returns candidates at places of the head; none where a version cannot be read, or both are not of one kind
 */
export async function compareFile(
  pair: FilePair,
  deps: ScanFileDeps,
  project: ProjectKnowledge,
  baseProject: ProjectKnowledge,
): Promise<readonly CandidateDraft[]> {
  const { file } = pair.head;
  if (languageOfPath(file) === 'rust') return await compareRust(pair, deps);
  const head = await unitOf(pair.head, deps, project);
  const before = await unitOf(pair.base, deps, baseProject);
  if (head === undefined || before === undefined) return [];
  const unmerged = new UnmergedCode(head.text, head.conflicts, surveyedFunctions(head.unit));
  const hits = deps.changeRules.run(before.unit, head.unit, file).filter(unmerged.isMerged);
  const { language } = head.unit;
  const analysis = { language, lines: 0, hits, functions: [], notes: [] };
  return draftCandidates(file, head.text, analysis, deps.rules);
}

async function compareRust(
  pair: FilePair,
  { limits, grammars, changeRules, rules }: ScanFileDeps,
): Promise<readonly CandidateDraft[]> {
  const { file } = pair.head;
  const [head, before] = [
    readSourceText(pair.head.root, file, limits),
    readSourceText(pair.base.root, pair.base.file, limits),
  ];
  if ('skip' in head || 'skip' in before || languageOfPath(pair.base.file) !== 'rust') return [];
  const parser = await grammars.parser('rust');
  const [was, now] = [
    withMacros(await grammars.tree('rust', before.text), parser),
    withMacros(await grammars.tree('rust', head.text), parser),
  ];
  const hits = changeRules.runRust(was, now, file);
  const analysis = { language: 'rust' as const, lines: 0, hits, functions: [], notes: [] };
  return draftCandidates(file, head.text, analysis, rules);
}

async function unitOf(
  { root, file, build }: TreeFile,
  { limits, grammars }: ScanFileDeps,
  project: ProjectKnowledge,
): Promise<
  | ({ readonly unit: TranslationUnit; readonly text: string } & Pick<UnitText, 'conflicts'>)
  | undefined
> {
  const source = readSourceText(root, file, limits);
  if ('skip' in source) return undefined;
  const { text } = source;
  const language = languageOfScanned(file, text);
  if (language !== 'c' && language !== 'cpp') return undefined;
  const parser = await grammars.parser(language);
  const read = readUnitText(file, text, project, build);
  const tree = await grammars.tree(language, read.text);
  const unit = lowerUnit(tree, language, parser, read.symbols, read.built);
  return { unit, text, conflicts: read.conflicts };
}
