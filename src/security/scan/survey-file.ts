import { lowerUnit } from '../../code/c/unit.ts';
import { surveyUnit } from '../../code/flow/project/analyse-unit.ts';
import type { ResourceGuard } from '../../code/flow/project/file-budget.ts';
import { includedPaths } from '../../code/flow/project/nearest-names.ts';
import {
  type FileSurvey,
  type ProjectKnowledge,
  symbolsSeenFrom,
} from '../../code/flow/project/project-knowledge.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOfScanned } from '../../code/syntax/language.ts';

/**
 * Looks at a C or C++ file for what the analysis of other files needs of it:
 * its names, and what its functions do for their callers.
 */
export async function surveyFile(
  path: string,
  text: string,
  grammars: Grammars,
  project: ProjectKnowledge,
  guard?: ResourceGuard,
): Promise<FileSurvey | undefined> {
  const language = languageOfScanned(path, text);
  if (language !== 'c' && language !== 'cpp') return undefined;
  const parser = await grammars.parser(language);
  const tree = await grammars.tree(language, text);
  const included = includedPaths(text);
  const symbols = symbolsSeenFrom(project, path, included, new Set());
  return surveyUnit(lowerUnit(tree, language, parser, symbols), path, project, included, guard);
}
