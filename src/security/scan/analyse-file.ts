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
import type { AnalyseFile } from './scan-file.ts';
import { strayCodeNotes } from './stray-code-notes.ts';

/** An analysis with the rules of ours, and further ones for C and C++. */
export function analyseWithRules(more: readonly CRule[]): AnalyseFile {
  const rules = [...C_RULES, ...more];
  return (path, text, grammars, project) => analyseWith(path, text, grammars, project, rules);
}

/**
 * Parses one file and runs every rule of its language on it.
 * `path` is relative to the root; the text is decoded already.
 */
export const analyseFile: AnalyseFile = analyseWithRules([]);

async function analyseWith(
  path: string,
  text: string,
  grammars: Grammars,
  project: ProjectKnowledge,
  rules: readonly CRule[],
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
