import { Lookups } from '../../code/c/ir/symbols.ts';
import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import { lowerUnit } from '../../code/c/unit.ts';
import { surveyUnit } from '../../code/flow/project/analyse-unit.ts';
import type { ResourceGuard } from '../../code/flow/project/file-budget.ts';
import { includeChoices } from '../../code/flow/project/include-choices.ts';
import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { rustFileOf } from '../../code/rust/items/rust-file.ts';
import { withMacros } from '../../code/rust/macros/read-macros.ts';
import { analyseRustFile } from '../../code/rust/transfer/analyse-file.ts';
import { itemsOf, surveyOfRust } from '../../code/rust/transfer/survey-file.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { isHeaderPath, languageOfScanned } from '../../code/syntax/language.ts';
import { withoutConflicts } from '../../code/syntax/merge-conflicts.ts';
import { readUnitText } from './build/read-unit-text.ts';
import { surveyedFunctions } from './function-outlines.ts';
import { type SurveyedRust, wordsIn } from './rust-digests.ts';
import { type SurveyedFile, surveyedFile } from './surveyed-file.ts';

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
  build?: UnitBuild,
): Promise<SurveyedFile | undefined> {
  const language = languageOfScanned(path, text);
  if (language !== 'c' && language !== 'cpp') return undefined;
  const parser = await grammars.parser(language);
  const unit = readUnitText(path, text, project, build, new Lookups());
  const tree = await grammars.tree(language, unit.text);
  const lowered = lowerUnit(tree, language, parser, unit.symbols, unit.built);
  const survey = surveyUnit(lowered, path, project, unit.included, guard);
  const choices = isHeaderPath(path) ? includeChoices(text) : undefined;
  return surveyedFile(
    { ...survey, ...(choices === undefined ? {} : { includeChoices: choices }) },
    surveyedFunctions(lowered),
  );
}

/**
 * Looks at a Rust file for what the analysis of other files needs of it: at first, while nothing is
 * known of the others, for its items alone.
 */
export async function surveyRustFile(
  path: string,
  text: string,
  grammars: Grammars,
  project: ProjectKnowledge,
): Promise<SurveyedRust> {
  const tree = withMacros(
    await grammars.tree('rust', withoutConflicts(text).text),
    await grammars.parser('rust'),
  );
  const isFirst = project.rust.files.length === 0;
  const survey = isFirst
    ? itemsOf(rustFileOf(tree, path))
    : surveyOfRust(analyseRustFile(tree, path, project.rust));
  return { survey, words: wordsIn(text) };
}
