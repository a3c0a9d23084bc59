import { type Diagnostic, type Hover, MarkupKind, type Position } from 'vscode-languageserver/node';
import type { RuleInfo } from '../../security/report/report.ts';

/** What an editor shows above a finding: its rule in full; null where there is no finding. */
export function hoverAt(
  diagnostics: readonly Diagnostic[],
  rules: ReadonlyMap<string, RuleInfo>,
  position: Position,
): Hover | null {
  const found = diagnostics.filter(({ range }) => isWithin(position, range));
  const texts = found.flatMap(({ code }) => {
    const rule = rules.get(String(code));
    return rule === undefined ? [] : [`**${rule.title}** (\`${rule.id}\`)\n\n${rule.help}`];
  });
  if (texts.length === 0) return null;
  const value = [...new Set(texts)].join('\n\n---\n\n');
  return { contents: { kind: MarkupKind.Markdown, value } };
}

function isWithin({ line, character }: Position, { start, end }: Diagnostic['range']): boolean {
  const isAfter = line > start.line || (line === start.line && character >= start.character);
  const isBefore = line < end.line || (line === end.line && character <= end.character);
  return isAfter && isBefore;
}
