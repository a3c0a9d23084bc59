import type { SourceParser } from '../../../code/syntax/source-parser.ts';
import {
  childOf,
  descendants,
  parseSyntax,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { isCopy } from './c-copies.ts';
import { isConstantName, isLiteral, rootOf, withoutCasts } from './c-expressions.ts';
import { fixedArguments } from './c-fixed-result.ts';

/** What a C function does that a translation cannot leave out, as far as its text shows. */
export interface CFunctionWork {
  readonly loops: number;
  /** Stores through a parameter or to what is not local, of more than a literal. */
  readonly writes: number;
  /** Such stores of a literal. */
  readonly constantWrites: number;
  /** Names called, each once, without those that only release, allocate or check. */
  readonly calls: readonly string[];
  /** It releases something, and nothing else. */
  readonly onlyReleases: boolean;
  readonly callsItself: boolean;
  /** It gives back a new object in which nothing comes from an argument. */
  readonly makesConstant: boolean;
  /** It gives back a new object that holds what an argument holds, and does nothing else. */
  readonly copiesArgument: boolean;
  /** Of one without parameters that gives back what one function makes of constants: those, as the C has them. */
  readonly fixedArguments: readonly string[] | undefined;
  /** How its result comes about. */
  readonly returns: 'nothing' | 'constant' | 'input' | 'computed';
}

const RELEASES = /free|release|destroy|close|unlock|delete|cleanup|dispose|unref/i;
const MINOR =
  /^(?:assert|malloc|calloc|realloc|memset|sizeof|offsetof|va_\w+|__builtin_expect|likely|unlikely)$/;

/** Reads what a C function does from its own text, macros unexpanded. */
export function cFunctionWorkOf(parser: SourceParser, source: string): CFunctionWork {
  const tree = parseSyntax(parser, source);
  const nodes = descendants(tree.root);
  const fn = nodes.find(({ type }) => type === 'function_definition');
  const name = nameOf(tree, fn);
  const called = nodes
    .filter(({ type }) => type === 'call_expression')
    .map((node) => tree.textOf(childOf(node, 'function') ?? node));
  const locals = localsOf(tree, nodes);
  const stores = nodes.filter((node) => isOuterStore(tree, node, locals));
  const constant = stores.filter((node) => isConstantStore(tree, node));
  const calls = [...new Set(called)].filter(
    (one) => one !== name && !MINOR.test(one) && !RELEASES.test(one),
  );
  const loops = nodes.filter(({ type }) => /^(?:for|while|do)_statement$/.test(type)).length;
  return {
    loops: loops + backwardJumps(tree, nodes),
    writes: stores.length - constant.length,
    constantWrites: constant.length,
    calls,
    onlyReleases: calls.length === 0 && called.some((one) => RELEASES.test(one)),
    callsItself: called.includes(name),
    makesConstant:
      (loops === 0 || stores.length === constant.length) && makesConstant(tree, nodes, fn),
    copiesArgument: copiesArgument(tree, nodes, fn),
    fixedArguments: fn && fixedArguments(tree, nodes, parametersOf(tree, fn)),
    returns: returnsOf(tree, nodes),
  };
}

const ALLOCATES = /alloc\w*$/i;

/** A store of a literal, of a constant by its name, of new memory, or of a place within the object itself. */
function isConstantStore(tree: SyntaxTree, node: SyntaxNode): boolean {
  const value = withoutCasts(childOf(node, 'right'));
  if (value === undefined || isLiteral(value)) return value !== undefined;
  if (value.type === 'identifier') return isConstantName(tree.textOf(value));
  const target = childOf(node, 'left');
  const isAddress = value.type === 'pointer_expression' && tree.textOf(value).startsWith('&');
  if (isAddress && target !== undefined) {
    const [own, stored] = [rootOf(value), rootOf(target)];
    return own !== undefined && stored !== undefined && tree.textOf(own) === tree.textOf(stored);
  }
  const callee = value.type === 'call_expression' ? childOf(value, 'function') : undefined;
  return callee !== undefined && ALLOCATES.test(tree.textOf(callee));
}

/** Whether a function makes an object, and no argument gets into it, except to where its memory is from. */
function makesConstant(
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
  fn: SyntaxNode | undefined,
): boolean {
  const made = fn && madeBy(tree, nodes, fn);
  if (fn === undefined || made === undefined || !isObject(tree, nodes, made)) return false;
  const parameters = parametersOf(tree, fn);
  return nodes.every((node) => {
    const target =
      childOf(node, 'left') ??
      (node.type === 'init_declarator' ? childOf(node, 'declarator') : undefined);
    const value = childOf(node, 'right') ?? childOf(node, 'value');
    const isStore = node.type === 'assignment_expression' || node.type === 'init_declarator';
    if (!isStore || target === undefined || value === undefined) return true;
    const isMaking =
      tree.textOf(target).replace(/^[*\s]+/, '') === made &&
      withoutCasts(value)?.type === 'call_expression';
    return isMaking || !mentions(tree, value, parameters);
  });
}

function copiesArgument(
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
  fn: SyntaxNode | undefined,
): boolean {
  const made = fn && madeBy(tree, nodes, fn);
  if (fn === undefined || made === undefined) return false;
  return isCopy(tree, nodes, made, parametersOf(tree, fn));
}

/** The local variable that a function gives back, if anything but a literal. */
function madeBy(
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
  fn: SyntaxNode,
): string | undefined {
  const returned = nodes
    .filter(({ type }) => type === 'return_statement')
    .map((node) => withoutCasts(node.children.find((child) => child.named)))
    .filter((value) => value !== undefined && !isLiteral(value))
    .map((value) => (value?.type === 'identifier' ? tree.textOf(value) : ''));
  const [made] = returned;
  if (made === undefined || made === '' || returned.some((one) => one !== made)) return undefined;
  return parametersOf(tree, fn).has(made) ? undefined : made;
}

/** Whether a local variable is a pointer, or has parts. */
function isObject(tree: SyntaxTree, nodes: readonly SyntaxNode[], name: string): boolean {
  return nodes.some((node) => {
    if (node.type !== 'identifier' || tree.textOf(node) !== name) return false;
    const { parent } = node;
    if (parent?.type === 'field_expression' || parent?.type === 'pointer_declarator') return true;
    const value = parent?.type === 'init_declarator' ? childOf(parent, 'value') : undefined;
    return value?.type === 'initializer_list';
  });
}

function parametersOf(tree: SyntaxTree, fn: SyntaxNode): ReadonlySet<string> {
  const all = descendants(childOf(fn, 'declarator') ?? fn);
  const [, ...names] = all.filter(({ type }) => type === 'identifier');
  return new Set(names.map((node) => tree.textOf(node)));
}

function mentions(tree: SyntaxTree, value: SyntaxNode, names: ReadonlySet<string>): boolean {
  return descendants(value).some(
    (node) => node.type === 'identifier' && names.has(tree.textOf(node)),
  );
}

function nameOf(tree: SyntaxTree, fn: SyntaxNode | undefined): string {
  let node = fn === undefined ? undefined : childOf(fn, 'declarator');
  while (node !== undefined && node.type !== 'identifier') node = childOf(node, 'declarator');
  return node === undefined ? '' : tree.textOf(node);
}

/** Names declared in the body, by value: stores into them are lost at the end. */
function localsOf(tree: SyntaxTree, nodes: readonly SyntaxNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type !== 'declaration' || /^\s*static\b/.test(tree.textOf(node))) continue;
    for (const inner of descendants(node)) {
      if (inner.type === 'pointer_declarator') continue;
      const isName = inner.type === 'identifier' && inner.field === 'declarator';
      if (isName && inner.parent?.type !== 'pointer_declarator') names.add(tree.textOf(inner));
    }
  }
  return names;
}

function isOuterStore(tree: SyntaxTree, node: SyntaxNode, locals: ReadonlySet<string>): boolean {
  const target =
    node.type === 'assignment_expression'
      ? childOf(node, 'left')
      : node.type === 'update_expression'
        ? childOf(node, 'argument')
        : undefined;
  if (target === undefined) return false;
  let root: SyntaxNode = target;
  while (root.type !== 'identifier') {
    const inner = childOf(root, 'argument') ?? root.children.findLast((child) => child.named);
    if (inner === undefined) return true;
    root = inner;
  }
  if (locals.has(tree.textOf(root))) return false;
  // A plain name that is not declared here is a parameter, whose change is lost, or a global.
  return target !== root || !isParameter(tree, node, tree.textOf(root));
}

function isParameter(tree: SyntaxTree, within: SyntaxNode, name: string): boolean {
  let fn: SyntaxNode | undefined = within;
  while (fn !== undefined && fn.type !== 'function_definition') fn = fn.parent;
  const all = fn === undefined ? [] : descendants(childOf(fn, 'declarator') ?? fn);
  return all.some((node) => node.type === 'identifier' && tree.textOf(node) === name);
}

function backwardJumps(tree: SyntaxTree, nodes: readonly SyntaxNode[]): number {
  return nodes.filter((node) => {
    const label = node.type === 'goto_statement' ? childOf(node, 'label') : undefined;
    return nodes.some(
      (one) =>
        label !== undefined &&
        one.type === 'labeled_statement' &&
        one.start < node.start &&
        tree.textOf(childOf(one, 'label') ?? one) === tree.textOf(label),
    );
  }).length;
}

function returnsOf(tree: SyntaxTree, nodes: readonly SyntaxNode[]): CFunctionWork['returns'] {
  const values = nodes
    .filter(({ type }) => type === 'return_statement')
    .flatMap((node) => node.children.find((child) => child.named) ?? []);
  const texts = new Set(values.map((value) => tree.textOf(value)));
  const [only] = values;
  if (only === undefined) return 'nothing';
  if (texts.size > 1) return 'computed';
  if (isLiteral(only) || isConstantName(tree.textOf(only))) return 'constant';
  const root = rootOf(only);
  const isInput = root?.type === 'identifier' && isParameter(tree, only, tree.textOf(root));
  if (!isInput) return 'computed';
  const isSame = [only, root].every((node) => !isChanged(tree, nodes, tree.textOf(node)));
  return isSame ? 'input' : 'computed';
}

/** Whether a variable is given another value. */
function isChanged(tree: SyntaxTree, nodes: readonly SyntaxNode[], name: string): boolean {
  return nodes.some((node) => {
    const isStore = /^(?:assignment|update)_expression$/.test(node.type);
    const target = isStore ? (childOf(node, 'left') ?? childOf(node, 'argument')) : undefined;
    return target !== undefined && tree.textOf(target) === name;
  });
}
