import { calledFields, callsOf } from '../../code/c/ir/walk.ts';
import type { ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';
import { rustOutline } from '../../code/rust/items/outline.ts';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOf } from '../../code/syntax/language.ts';
import type { CRule } from '../../rules/c/c-rule.ts';
import { runCRules } from '../../rules/c/run-rules.ts';
import { C_RULES } from '../../rules/c-rules.ts';
import { runRustRules } from '../../rules/rust/run-rules.ts';
import type { FileAnalysis } from '../candidates/file-analysis.ts';
import { cutNotes } from './cut-notes.ts';
import { nestingNotes } from './nesting-notes.ts';
import { strayCodeNotes } from './stray-code-notes.ts';

/**
 * Parses one file and runs every rule of its language on it.
 * @param path relative to the root
 * @param text the file, decoded
 * @param project what the other files of the project tell
 * @param moreRules further rules for C and C++, besides the built-in ones
 */
export async function analyseFile(
  path: string,
  text: string,
  grammars: Grammars,
  project: ProjectKnowledge,
  moreRules: readonly CRule[] = [],
): Promise<FileAnalysis> {
  const language = languageOf(path, text) ?? 'c';
  const parser = await grammars.parser(language);
  const tree = await grammars.tree(language, text);
  const lines = text.split('\n').length;
  if (language === 'rust') {
    const functions = rustOutline(tree).map((fn) => ({ ...fn, fieldCalls: [] }));
    const notes = nestingNotes(tree, functions);
    return { language, lines, hits: runRustRules(tree, { path }), functions, notes };
  }
  const rules = [...C_RULES, ...moreRules];
  const { unit, hits, cuts } = runCRules(tree, language, parser, { path, rules, project });
  const functions = unit.functions.map((fn) => {
    const { line, endLine } = tree.location(fn);
    const reached = (field: string) => [
      ...(unit.fieldTargets.get(field) ?? []),
      ...(project.fieldTargets.get(field) ?? []),
    ];
    const fieldCalls = [...new Set(calledFields(fn).flatMap(reached))].sort();
    return { name: fn.name, line, endLine, calls: callsOf(fn), fieldCalls };
  });
  const notes = [
    ...nestingNotes(tree, functions),
    ...cutNotes(tree, cuts),
    ...strayCodeNotes(tree),
  ];
  return { language, lines, hits, functions, notes };
}
