import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { languageOf } from '../../code/syntax/language.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import { meansTheLibrary } from '../../security/fix/mechanical/header-names.ts';
import { mechanicalFix } from '../../security/fix/mechanical/index.ts';

/** A file as the editor has it. */
interface EditedFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
}

/**
 * What an editor offers beside a finding: its fix, where one is right beyond doubt, and a comment above its line that
 * suppresses the rule there. The reason is left to the person, and without one the comment does nothing.
 * @param headers gives the texts of the headers that the file includes
 */
export async function codeActions(
  file: EditedFile,
  diagnostics: readonly Diagnostic[],
  grammars: Grammars,
  headers: () => Iterable<string>,
): Promise<CodeAction[]> {
  const own = diagnostics.flatMap((diagnostic): Finding[] => {
    const { source, code: rule } = diagnostic;
    return source === 'rustward' && typeof rule === 'string' ? [{ diagnostic, rule }] : [];
  });
  const fixes = own.length === 0 ? [] : await fixActions(file, own, grammars, headers);
  return [...fixes, ...own.map((finding) => suppressAction(file, finding))];
}

interface Finding {
  readonly diagnostic: Diagnostic;
  readonly rule: string;
}

async function fixActions(
  { uri, path, text }: EditedFile,
  findings: readonly Finding[],
  grammars: Grammars,
  headers: () => Iterable<string>,
): Promise<CodeAction[]> {
  const language = languageOf(path, text);
  if (language === undefined) return [];
  const tree = await grammars.tree(language, text);
  return findings.flatMap(({ diagnostic, rule }): CodeAction[] => {
    const { line, character } = diagnostic.range.start;
    const place = { line: line + 1, column: character + 1 };
    const fix = mechanicalFix(rule, { tree, language, place });
    if (fix === undefined || !meansTheLibrary(fix, tree, headers())) return [];
    const edits = fix.edits.map((edit) => textEdit(tree, edit));
    return [{ ...quickFix(fix.title, diagnostic, uri, edits), isPreferred: true }];
  });
}

function textEdit(tree: SyntaxTree, edit: { start: number; end: number; text: string }): TextEdit {
  const { line, column, endLine, endColumn } = tree.location(edit);
  return {
    range: {
      start: { line: line - 1, character: column - 1 },
      end: { line: endLine - 1, character: endColumn - 1 },
    },
    newText: edit.text,
  };
}

function suppressAction({ uri, text }: EditedFile, { diagnostic, rule }: Finding): CodeAction {
  const { line } = diagnostic.range.start;
  const indentation = /^[ \t]*/.exec(text.split('\n')[line] ?? '')?.[0] ?? '';
  const position = { line, character: 0 };
  const newText = `${indentation}// rustward-ignore: ${rule} \n`;
  const edit = { range: { start: position, end: position }, newText };
  return quickFix(`Suppress ${rule} here; then write the reason`, diagnostic, uri, [edit]);
}

function quickFix(
  title: string,
  diagnostic: Diagnostic,
  uri: string,
  edits: TextEdit[],
): CodeAction {
  return {
    ...{ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] },
    edit: { changes: { [uri]: edits } },
  };
}
