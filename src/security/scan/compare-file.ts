import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import { lowerUnit, type TranslationUnit } from '../../code/c/unit.ts';
import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { languageOfPath, languageOfScanned } from '../../code/syntax/language.ts';
import { readSourceText } from '../../workspace/files/source-text.ts';
import { type CandidateDraft, draftCandidates } from '../candidates/draft-candidates.ts';
import { readUnitText } from './build/read-unit-text.ts';
import { buildOf } from './build/tree-builds.ts';
import type { ScanFileDeps } from './scan-file.ts';

/** A file of the head, and what it was in the base. */
export interface FilePair {
  readonly file: string;
  readonly baseFile: string;
}

/** The base of a comparison: where its files are, and what they tell each other. */
export interface ComparedBase {
  readonly root: string;
  readonly project: ProjectKnowledge;
  /** How the file is compiled there, where that is known. */
  readonly build?: UnitBuild | undefined;
}

/**
 * Runs the change rules on the two versions of a file.
 * @param project what the files of the head tell each other
 * @returns candidates at places of the head; none where a version cannot be read, or both are not of one kind
 */
export async function compareFile(
  { file, baseFile }: FilePair,
  deps: ScanFileDeps,
  project: ProjectKnowledge,
  base: ComparedBase,
): Promise<readonly CandidateDraft[]> {
  if (languageOfPath(file) === 'rust')
    return await compareRust({ file, baseFile }, deps, base.root);
  const head = await unitOf(deps.root, file, deps, project, buildOf(deps.builds, file));
  const before = await unitOf(base.root, baseFile, deps, base.project, base.build);
  if (head === undefined || before === undefined) return [];
  const hits = deps.changeRules.run(before.unit, head.unit, file);
  const { language } = head.unit;
  const analysis = { language, lines: 0, hits, functions: [], notes: [] };
  return draftCandidates(file, head.text, analysis, deps.rules);
}

async function compareRust(
  { file, baseFile }: FilePair,
  { root, limits, grammars, changeRules, rules }: ScanFileDeps,
  baseRoot: string,
): Promise<readonly CandidateDraft[]> {
  const [head, before] = [
    readSourceText(root, file, limits),
    readSourceText(baseRoot, baseFile, limits),
  ];
  if ('skip' in head || 'skip' in before || languageOfPath(baseFile) !== 'rust') return [];
  const [was, now] = [
    await grammars.tree('rust', before.text),
    await grammars.tree('rust', head.text),
  ];
  const hits = changeRules.runRust(was, now, file);
  const analysis = { language: 'rust' as const, lines: 0, hits, functions: [], notes: [] };
  return draftCandidates(file, head.text, analysis, rules);
}

async function unitOf(
  root: string,
  file: string,
  { limits, grammars }: ScanFileDeps,
  project: ProjectKnowledge,
  build: UnitBuild | undefined,
): Promise<{ unit: TranslationUnit; text: string } | undefined> {
  const source = readSourceText(root, file, limits);
  if ('skip' in source) return undefined;
  const { text } = source;
  const language = languageOfScanned(file, text);
  if (language !== 'c' && language !== 'cpp') return undefined;
  const parser = await grammars.parser(language);
  const read = readUnitText(file, text, project, build);
  const tree = await grammars.tree(language, read.text);
  return { unit: lowerUnit(tree, language, parser, read.symbols, read.built), text };
}
