import { type CodeAction, CodeActionKind, type Diagnostic } from 'vscode-languageserver/node';

/**
 * What an editor offers beside a finding: a comment above its line that suppresses the rule there. The reason is
 * left to the person, and without one the comment does nothing.
 * @param uri the address of the file
 * @param indentationOf the blanks that a line of the file begins with, counted from 0
 */
export function codeActions(
  uri: string,
  diagnostics: readonly Diagnostic[],
  indentationOf: (line: number) => string,
): CodeAction[] {
  return diagnostics
    .filter(({ source, code }) => source === 'rustward' && typeof code === 'string')
    .map((diagnostic): CodeAction => {
      const { line } = diagnostic.range.start;
      const position = { line, character: 0 };
      const newText = `${indentationOf(line)}// rustward-ignore: ${diagnostic.code} \n`;
      return {
        title: `Suppress ${diagnostic.code} here; then write the reason`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        edit: { changes: { [uri]: [{ range: { start: position, end: position }, newText }] } },
      };
    });
}
