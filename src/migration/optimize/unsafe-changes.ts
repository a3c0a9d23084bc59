import { type Crate, type CrateFile, deliveredNodes } from '../../code/rust/crate/crate.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CrateChange, TextEdit } from './change.ts';

/** Every `unsafe` that could be tried without: functions first, since their callers follow. */
export function unsafeChanges(crate: Crate): CrateChange[] {
  const all = crate.files.flatMap((file) =>
    deliveredNodes(file).flatMap((node): CrateChange[] => {
      const isFunction = node.type === 'function_modifiers';
      const word = node.children.find(({ type }) => type === 'unsafe');
      if (word === undefined || (!isFunction && node.type !== 'unsafe_block')) return [];
      if (isFunction && node.children.some(({ type }) => type === 'extern_modifier')) return [];
      const owner = file.functions.findLast(
        ({ node: fn }) => fn.start <= node.start && node.end <= fn.end,
      );
      const name = owner?.name ?? 'a constant';
      const edits = isFunction ? [wordEdit(file, word)] : blockEdits(file, node, word);
      const text = isFunction ? 'fn' : file.tree.textOf(node).replaceAll(/\s+/g, ' ');
      const what = isFunction ? `make ${name} a safe function` : `remove unsafe within ${name}`;
      const { line } = file.tree.location(node);
      const key = JSON.stringify(['unsafe', file.path, name, text]);
      return [{ kind: 'unsafe', key, what, file: file.path, line, edits }];
    }),
  );
  return all.toSorted((a, b) => Number(b.key.endsWith('"fn"]')) - Number(a.key.endsWith('"fn"]')));
}

/** Takes the word and the blank after it away. */
function wordEdit({ path, tree }: CrateFile, { start, end }: SyntaxNode): TextEdit {
  const blank = /^\s*/.exec(tree.text.slice(end))?.[0].length ?? 0;
  return { file: path, start, end: end + blank, text: '' };
}

/** Takes the word away, the braces too where nothing needs them, and the reason that was given for it. */
function blockEdits(file: CrateFile, node: SyntaxNode, word: SyntaxNode): TextEdit[] {
  const reason = reasonEdit(file, node);
  const inner = file.tree.text
    .slice(node.start, node.end)
    .replace(/^unsafe\s*\{/, '')
    .slice(0, -1);
  const edit = needsBraces(file, node)
    ? wordEdit(file, word)
    : { file: file.path, start: node.start, end: node.end, text: withoutReason(inner).trim() };
  return reason === undefined ? [edit] : [reason, edit];
}

/** Braces may go around one expression that stands alone, and at the end of a function. */
function needsBraces({ tree }: CrateFile, node: SyntaxNode): boolean {
  const content = node.children.find(({ type }) => type === 'block')?.children ?? [];
  const [only] = content;
  const isOne = content.length === 1 && only !== undefined;
  const isExpression = isOne && !/_statement$|_declaration$|_item$/.test(only.type);
  const parent = node.parent?.type ?? '';
  if (isExpression) {
    const standsAlone =
      /^(?:let_declaration|assignment_expression|block|match_arm|return_expression)$/.test(parent);
    return (
      !standsAlone &&
      !/^(?:call_expression|identifier|field_expression|index_expression|.*literal)$/.test(
        only.type,
      )
    );
  }
  const holder = parent === 'expression_statement' ? node.parent : node;
  const body = holder?.parent;
  const isLast = body?.type === 'block' && body.children.at(-1) === holder;
  const isFunctionBody = body?.parent?.type === 'function_item';
  return !(isLast && isFunctionBody && !tree.textOf(holder ?? node).endsWith(';'));
}

const REASON_LINES = /[ \t]*\/\/[ \t]*SAFETY:[^\n]*\n(?:[ \t]*\/\/[^\n]*\n)*/;

/** The comment above a block that says why it is sound. */
function reasonEdit({ path, tree }: CrateFile, node: SyntaxNode): TextEdit | undefined {
  const lineStart = tree.text.lastIndexOf('\n', node.start) + 1;
  const above = tree.text.slice(0, lineStart);
  const found = new RegExp(`${REASON_LINES.source}$`).exec(above);
  if (found === null) return undefined;
  return { file: path, start: found.index, end: found.index + found[0].length, text: '' };
}

function withoutReason(inner: string): string {
  return inner.replace(new RegExp(`^\\s*?\\n?${REASON_LINES.source}`), '');
}
