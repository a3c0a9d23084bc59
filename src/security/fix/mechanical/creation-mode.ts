import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import type { FixOfRule, MechanicalFix } from './mechanical-fix.ts';
import { isLibraryCall } from './names.ts';
import { argumentsOf, calledName, nodeAt } from './nodes.ts';

/** Where functions that create something take its mode, from which the umask is taken. */
const MODES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ creat: 1, mkdir: 1, mkfifo: 1, open: 2, open64: 2, shm_open: 2, mkdirat: 2, openat: 3 },
  }),
);

const STICKY = 0o1000;
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

/** What is created gets the mode that it has anyway where the umask is the usual one. */
export const creationMode: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(found, (node) => MODES.has(calledName(tree, node)));
  if (call === undefined || !isLibraryCall(found, call)) return undefined;
  const mode = argumentsOf(call)[MODES.get(calledName(tree, call)) ?? 0];
  return mode?.type === 'number_literal' ? narrowed(tree, mode, /^(0)([0-7]{1,4})$/) : undefined;
};

/** The same for the `mode` of `OpenOptions` and `DirBuilder`. */
export const rustCreationMode: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(
    found,
    (node) => methodOf(tree, node) === 'mode',
    (node) => receiverOf(node)?.end ?? node.start,
  );
  const receiver = call === undefined ? undefined : receiverOf(call);
  if (call === undefined || receiver === undefined) return undefined;
  const isNew = descendants(receiver).some(
    (node) =>
      node.type === 'scoped_identifier' &&
      /(?:^|::)(?:OpenOptions|DirBuilder)::new$/.test(tree.textOf(node)),
  );
  const [mode] = argumentsOf(call);
  if (!isNew || mode?.type !== 'integer_literal') return undefined;
  return narrowed(tree, mode, /^(0o)([0-7]{1,4})$/);
};

function narrowed(tree: SyntaxTree, node: SyntaxNode, form: RegExp): MechanicalFix | undefined {
  const [, prefix = '', digits = ''] = form.exec(tree.textOf(node)) ?? [];
  const mode = Number.parseInt(digits, 8);
  // Group alone may be meant; a sticky directory is meant for all.
  if (digits === '' || (mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) return undefined;
  const text = `${prefix}${(mode & ~(OTHERS_WRITE | GROUP_WRITES)).toString(8).padStart(3, '0')}`;
  return {
    title: `Let only the owner write to it: ${text}`,
    edits: [{ start: node.start, end: node.end, text }],
  };
}

/** The name of the method that a call in Rust calls; empty for another call. */
export function methodOf(tree: SyntaxTree, call: SyntaxNode): string {
  const called = call.type === 'call_expression' ? childOf(call, 'function') : undefined;
  const name = called?.type === 'field_expression' ? childOf(called, 'field') : undefined;
  return name === undefined ? '' : tree.textOf(name);
}

/** What a method of Rust is called on. */
export function receiverOf(call: SyntaxNode): SyntaxNode | undefined {
  const called = childOf(call, 'function');
  return called?.type === 'field_expression' ? childOf(called, 'value') : undefined;
}
