import { rustFileOf } from '../../src/code/rust/items/rust-file.ts';
import type { Grammars } from '../../src/code/syntax/grammar.ts';
import type { SyntaxNode, SyntaxTree } from '../../src/code/syntax/syntax.ts';
import { ARITHMETIC_OPERATORS } from './arithmetic-operators.ts';
import { applied, childNamed, type Edit, type Place } from './edit.ts';
import { FLOW_OPERATORS } from './flow-operators.ts';

const OPERATORS = { ...ARITHMETIC_OPERATORS, ...FLOW_OPERATORS };

/** A function broken in one place. */
export interface Mutant {
  /** The name of the operator that made it. */
  readonly operator: string;
  /** Of the file, from 1. */
  readonly line: number;
  /** The lines that change, as they were and as they are now, in the shortest form. */
  readonly before: string;
  readonly after: string;
  /** The whole file. */
  readonly text: string;
}

/**
 * Every way to break a function of a file by one operator, in the order of the operators and then
 * of the text. Some of them do not compile, and some mean the same.
 * @param name `function`, or `Type::method`.
 * @throws Error when the file has no such function.
 */
export async function mutantsOf(
  grammars: Grammars,
  text: string,
  name: string,
): Promise<readonly Mutant[]> {
  const tree = await grammars.tree('rust', text);
  const file = rustFileOf(tree, 'src/lib.rs');
  const [method = '', owner = ''] = name.split('::').reverse();
  const found = file.functions.find((fn) => fn.name === method && fn.owner === owner && !fn.isTest);
  if (found === undefined) throw new Error(`there is no function ${name} in the file`);
  const named = new Set(nodesOf(found.body).map((node) => tree.textOf(node)));
  const constants = file.globals.filter((global) => named.has(global.name));
  const nodes = [found.body, ...constants.flatMap(({ value }) => value ?? [])].flatMap(nodesOf);
  const place = { tree, enums: enumsOf(tree) };
  const mutants = Object.entries(OPERATORS).flatMap(([operator, edits]) =>
    nodes.flatMap((node) => edits(node, place)).map((edit) => mutant(operator, place, edit)),
  );
  const seen = new Set([text]);
  return mutants.filter((made) => !seen.has(made.text) && seen.add(made.text));
}

function mutant(operator: string, { tree }: Place, edit: Edit): Mutant {
  const from = tree.text.lastIndexOf('\n', edit.start - 1) + 1;
  const lineEnd = tree.text.indexOf('\n', edit.end);
  const to = lineEnd < 0 ? tree.text.length : lineEnd;
  const text = applied(tree.text, edit);
  return {
    operator,
    line: tree.location(edit).line,
    before: oneLine(tree.text.slice(from, to)),
    after: oneLine(text.slice(from, to + text.length - tree.text.length)),
    text,
  };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function nodesOf(root: SyntaxNode): readonly SyntaxNode[] {
  return [root, ...root.children.flatMap(nodesOf)];
}

function enumsOf(tree: SyntaxTree): Place['enums'] {
  const enums = nodesOf(tree.root).filter(({ type }) => type === 'enum_item');
  const nameOf = (node: SyntaxNode) => {
    const name = childNamed(node, 'name');
    return name === undefined ? '' : tree.textOf(name);
  };
  return new Map(
    enums.map((item) => {
      const variants = nodesOf(item).filter(({ type }) => type === 'enum_variant');
      return [nameOf(item), variants.map(nameOf)] as const;
    }),
  );
}
