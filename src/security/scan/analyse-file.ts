import type { UnitBuild } from '../../code/c/ir/unit-build.ts';
import { type ResourceGuard, UNGUARDED } from '../../code/flow/project/file-budget.ts';
import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { rustAccountOf } from '../../code/rust/account/account.ts';
import { rustOutline } from '../../code/rust/items/outline.ts';
import { withMacros } from '../../code/rust/macros/read-macros.ts';
import { analyseRustFile } from '../../code/rust/transfer/analyse-file.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOfScanned } from '../../code/syntax/language.ts';
import { withoutConflicts } from '../../code/syntax/merge-conflicts.ts';
import { runCRules } from '../../rules/c/run-rules.ts';
import { C_RULES } from '../../rules/c-rules.ts';
import { isRustRule, type PackageRule } from '../../rules/package-rule.ts';
import { RUST_RULES } from '../../rules/rust/index.ts';
import { measuredHit } from '../../rules/rust/measured-hit.ts';
import { runRustRules } from '../../rules/rust/run-rules.ts';
import { lineCount } from '../../workspace/files/line-count.ts';
import type { FileAnalysis, FunctionOutline, RuleHit } from '../candidates/file-analysis.ts';
import { accountNotes } from './account-notes.ts';
import { readUnitText } from './build/read-unit-text.ts';
import { UnmergedCode } from './conflict-notes.ts';
import { cutNotes } from './cut-notes.ts';
import { outlineOf, surveyedFunctions } from './function-outlines.ts';
import { nestingNotes } from './nesting-notes.ts';
import { pointerNotes } from './pointer-notes.ts';
import { rustAccountNotes, rustNotes } from './rust-notes.ts';
import { tokenNotes } from './token-notes.ts';
import { unreadRust } from './unread-rust.ts';

/**
 * Parses one file and runs every rule of its language on it.
 * @param path relative to the root
 * @param text the file, decoded
 * @param project what the other files of the project tell
 * @param moreRules further rules, besides the built-in ones
 * @param build how the file is compiled, where that is known
 * @throws what `guard` ends the analysis with
 */
export async function analyseFile(
  path: string,
  text: string,
  grammars: Grammars,
  project: ProjectKnowledge,
  moreRules: readonly PackageRule[] = [],
  guard: ResourceGuard = UNGUARDED,
  build?: UnitBuild,
): Promise<FileAnalysis> {
  const language = languageOfScanned(path, text) ?? 'c';
  const parser = await grammars.parser(language);
  const lines = lineCount(text);
  if (language === 'rust') {
    const merged = withoutConflicts(text);
    const tree = withMacros(await grammars.tree(language, merged.text), parser);
    const functions = rustOutline(tree).map((fn) => ({ ...fn, fieldCalls: [] }));
    const facts = analyseRustFile(tree, path, project.rust);
    const account = rustAccountOf(facts);
    const named = [
      ...nestingNotes(tree, functions),
      ...unreadRust(tree),
      ...rustNotes(tree, account),
    ];
    const unmerged = new UnmergedCode(text, merged.conflicts, functions);
    const notes = [...named, ...rustAccountNotes(tree, account, named), ...unmerged.notes()];
    const rules = [...RUST_RULES, ...moreRules.filter(isRustRule)];
    const hits = runRustRules(facts, rules).map(measuredHit).filter(unmerged.isMerged);
    return { language, lines, hits, functions, notes };
  }
  const rules = [...C_RULES, ...moreRules.filter((rule) => !isRustRule(rule))];
  const { included, symbols, built, conflicts, ...read } = readUnitText(path, text, project, build);
  const tree = await grammars.tree(language, read.text);
  const { unit, hits, cuts } = runCRules(tree, language, parser, {
    ...{ path, rules, project, guard, built, included, symbols },
  });
  const functions = surveyedFunctions(unit).map((fn) =>
    outlineOf(fn, (field) => {
      const [own, others] = [unit.fieldTargets.get(field), project.fieldTargets.get(field)];
      return own === undefined ? others : [...own, ...(others ?? [])];
    }),
  );
  const unmerged = new UnmergedCode(text, conflicts, functions);
  const notes = [
    ...nestingNotes(unit.tree, functions),
    ...cutNotes(unit.tree, cuts),
    ...accountNotes(unit.tree, unit.account),
    ...tokenNotes(tree, unit.symbols),
    ...pointerNotes(unit),
    ...unmerged.notes(),
  ];
  const merged = hits.filter(unmerged.isMerged).map((hit) => inNamed(hit, functions));
  return { language, lines, hits: merged, functions, notes };
}

/** A hit in a lambda or a block is one of the function around, or of none. */
function inNamed<T extends RuleHit>(hit: T, functions: readonly FunctionOutline[]): T {
  if (!hit.function.includes(' ')) return hit;
  const { line } = hit.location;
  const around = functions.findLast((fn) => fn.line <= line && line <= fn.endLine);
  return { ...hit, function: around?.name ?? '' };
}
