import { createHash } from 'node:crypto';
import { cutText } from '../../agent/cut-text.ts';
import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import type { MigrationOrder } from '../scan/migration-order.ts';
import { textWithComment } from '../steps/c-source-text.ts';
import type { ReadSourceText } from '../steps/step-sources.ts';
import { charactersOf } from '../transpile/prompt-values.ts';

/** How many of the functions that it needs are shown in full. */
const MAX_SHOWN = 2;

/** A function with all that it needs. */
export interface CallSubtree {
  readonly root: CFunctionSymbol;
  /** The root among them, in the order of the symbols. */
  readonly functions: readonly CFunctionSymbol[];
}

export function subtreeOf(order: MigrationOrder, root: CFunctionSymbol): CallSubtree {
  return { root, functions: order.reachable([root.id]) };
}

/** The lines of C of all its functions. */
export function subtreeLines({ functions }: CallSubtree): number {
  return functions
    .map(({ start_line, end_line }) => end_line - start_line + 1)
    .reduce((sum, lines) => sum + lines, 0);
}

/** Changes with the C of any of its functions. */
export function subtreeDigest({ functions }: CallSubtree, read: ReadSourceText): string {
  const digest = createHash('sha256');
  for (const one of functions) digest.update(JSON.stringify([one.id, textOf(one, read)]));
  return digest.digest('hex').slice(0, 16);
}

/** What the judge sees of it, within a share of the window: see `prompts/library-judge.md`. */
export function subtreeValues(
  { root, functions }: CallSubtree,
  read: ReadSourceText,
  window: number,
): Record<'subtree' | 'c_source', string> {
  const names = new Map(functions.map(({ id, name }) => [id, name]));
  const lines = functions.map((one) => {
    const called = [...new Set([...one.calls, ...one.may_call])];
    const edges = called.flatMap((id) => names.get(id) ?? []).join(', ');
    return `${one.signature}  /* ${one.file}:${one.start_line} */${edges && `  -> ${edges}`}`;
  });
  const below = calleesByDistance({ root, functions }).slice(0, MAX_SHOWN);
  const texts = [root, ...below].map(
    (one) => `/* ${one.file}:${one.start_line} */\n${textOf(one, read)}`,
  );
  return {
    subtree: cutText(lines.join('\n'), charactersOf(window, 0.15)),
    c_source: cutText(texts.join('\n\n'), charactersOf(window, 0.3)),
  };
}

/** What a root needs: what it calls itself first, of that the longest first. */
function calleesByDistance({ root, functions }: CallSubtree): CFunctionSymbol[] {
  const byId = new Map(functions.map((one) => [one.id, one]));
  const found = new Set([root]);
  // What is added on the way is visited, too: nearer ones first.
  for (const { calls, may_call } of found) {
    const called = [...calls, ...may_call].flatMap((id) => byId.get(id) ?? []);
    for (const one of called.toSorted((a, b) => length(b) - length(a))) found.add(one);
  }
  return [...found].slice(1);
}

function textOf({ file, start_line, end_line }: CFunctionSymbol, read: ReadSourceText): string {
  return textWithComment((read(file) ?? '').split('\n'), start_line, end_line);
}

function length({ start_line, end_line }: CFunctionSymbol): number {
  return end_line - start_line;
}
