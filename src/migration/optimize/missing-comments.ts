import type { CrateFile } from '../../code/rust/crate/crate.ts';
import { deliveredNodes } from '../../code/rust/crate/crate.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import { isUnexplained } from '../gates/unsafe-code.ts';
import type { TextEdit } from './change.ts';
import { undocumentedName } from './undocumented.ts';

/** A place that lacks a comment. */
export interface MissingComment {
  readonly kind: 'safety' | 'docs';
  /** For a person and for a model. */
  readonly what: string;
  readonly line: number;
  /** Puts the comment there. */
  readonly edit: (text: string) => TextEdit;
}

/** Where a file lacks the reason of an `unsafe`, or the documentation of a public item. */
export function missingComments(file: CrateFile): MissingComment[] {
  const { tree } = file;
  return deliveredNodes(file).flatMap((node): MissingComment[] => {
    const { line } = tree.location(node);
    if (isUnexplained(file, node)) {
      const isBlock = node.type === 'unsafe_block';
      if (!isBlock && node.type !== 'function_modifiers') return [];
      const what = isBlock ? 'an unsafe block' : 'an unsafe function: what its caller must see to';
      const lead = isBlock ? '// SAFETY: ' : '/// # Safety\n/// ';
      const at = isBlock ? statementOf(node) : (node.parent ?? node);
      return [{ kind: 'safety', what, line, edit: (text) => commentEdit(file, at, lead, text) }];
    }
    const name = undocumentedName(file, node);
    if (name === undefined) return [];
    const at = firstAttribute(node);
    return [
      {
        kind: 'docs',
        what: `\`${name}\` has no documentation`,
        line,
        edit: (text) => commentEdit(file, at, '/// ', text),
      },
    ];
  });
}

/** The statement that a block is in: the comment goes above it. */
function statementOf(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (
    at.parent !== undefined &&
    !/^(?:block|declaration_list|source_file|match_block)$/.test(at.parent.type)
  ) {
    at = at.parent;
  }
  return at;
}

/** Documentation stands above the attributes of an item. */
function firstAttribute(node: SyntaxNode): SyntaxNode {
  const siblings = node.parent?.children ?? [];
  let at = siblings.indexOf(node);
  while (siblings[at - 1]?.type === 'attribute_item') at -= 1;
  return siblings[at] ?? node;
}

const WIDTH = 90;

/** A comment of its own lines right before a node, as far in as the node. */
function commentEdit(
  { path, tree }: CrateFile,
  node: SyntaxNode,
  lead: string,
  text: string,
): TextEdit {
  const marker = lead.startsWith('///') ? '/// ' : '// ';
  const lines = wrapped(`${lead}${text}`, marker);
  const lineStart = tree.text.lastIndexOf('\n', node.start) + 1;
  const before = tree.text.slice(lineStart, node.start);
  // Within a line a comment would swallow what follows, so the line is broken.
  const isFirst = /^\s*$/.test(before);
  const indent = isFirst ? before : '';
  const comment = lines.join(`\n${indent}`);
  const start = node.start;
  return { file: path, start, end: start, text: `${isFirst ? '' : '\n'}${comment}\n${indent}` };
}

function wrapped(text: string, marker: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + word.length >= WIDTH) {
        lines.push(line);
        line = `${marker}${word}`;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}
