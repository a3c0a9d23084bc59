import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import { parametersFor } from '../items/macro-rules.ts';
import { lastSegment, pathText } from '../items/path.ts';
import { isScalar, simpleType } from '../items/types.ts';
import { compare } from '../state/conditions.ts';
import type { MacroArgument } from '../state/events.ts';
import { NOTHING_LEARNT } from '../state/facts.ts';
import { joinTaint, propagate } from '../state/taint.ts';
import {
  assumedOf,
  joinValues,
  madeFrom,
  type RustValue,
  truncateText,
  UNKNOWN,
  withAssumed,
} from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { listValue } from './expressions.ts';
import { type Hole, parseTemplate } from './format-template.ts';
import { stringContent } from './literals.ts';
import { isLibraryMacro, mayWrite } from './macro-effects.ts';
import { groupValue, tokensValue } from './macro-expressions.ts';
import { spanOf, splitTokens, type TokenGroup } from './macro-tokens.ts';

const DIVERGING = new Set(['panic', 'unreachable', 'todo', 'unimplemented', 'bail']);
const CHECKING = new Set(['assert', 'ensure', 'require']);

export function macroInvocation(walk: RustWalk, node: SyntaxNode): RustValue {
  const name = childOf(node, 'macro');
  const tree = node.children.find((child) => child.type === 'token_tree');
  if (name === undefined || tree === undefined) return UNKNOWN;
  return macroValue(walk, pathText(walk.file.tree, name), tree, node);
}

/** Evaluates the body of a macro's rule for what it does. */
export function macroBody(walk: RustWalk, node: SyntaxNode): RustValue {
  return groupValue(walk, node, macroValue);
}

/** Evaluates a macro's arguments, records it, and gives what it expands to where that is known. */
function macroValue(walk: RustWalk, path: string, tree: SyntaxNode, node: SyntaxNode): RustValue {
  const name = lastSegment(path);
  const groups = splitTokens(walk.file.tree, tree).filter((group) => group.tokens.length > 0);
  if (mayWrite(name, walk.text(tree))) loseNamed(walk, tree);
  if (/^(?:select|join|try_join|html|quote)$/.test(name)) {
    groupValue(walk, tree, macroValue);
    return withAssumed(UNKNOWN, 'opaque-macro');
  }
  const read = groups.map((group) => evaluateArgument(walk, group, tree));
  const formatAt = groups.findIndex(isTemplate);
  const template = templateOf(walk, groups[formatAt], name);
  const args = template === undefined ? read : formatted(walk, template, read, formatAt, tree);
  const text =
    template && fillTemplate(template.text, args.slice(args.length - template.holes.length));
  const result = resultOf(walk, name, node, groups, read, args, text);
  const guards = walk.guards();
  const resolved = walk.file.imports.resolve(path);
  walk.events.macros.push({
    ...walk.eventContext(),
    node,
    name,
    path: resolved,
    template: template?.text,
    arguments: args,
    guards,
    result,
  });
  applyMacroEffects(walk, name, read, node);
  return callRule(walk, name, read, node, result);
}

/** Variables that a macro is given may hold any number from then on. */
function loseNamed(walk: RustWalk, tree: SyntaxNode): void {
  for (const node of descendants(tree)) {
    const binding = node.type === 'identifier' ? walk.scopes.find(walk.text(node)) : undefined;
    if (binding?.mutable === true) walk.lose(binding, 'opaque-macro');
  }
}

/** Records that a macro of the project is used as a call of its rule, and gives what that gives back. */
function callRule(
  walk: RustWalk,
  name: string,
  read: readonly MacroArgument[],
  node: SyntaxNode,
  result: RustValue,
): RustValue {
  const target = walk.file.macroNamed(name, read.length);
  const other =
    target === undefined ? walk.inputs.others.macroCalled(name, read.length) : undefined;
  if (target === undefined && other === undefined) {
    return isLibraryMacro(name) ? result : withAssumed(result, 'opaque-macro');
  }
  walk.events.calls.push({
    ...walk.eventContext(),
    ...{ node, path: '', name: `${name}!`, typeArguments: '', target, other, result },
    ...{ isMethod: false, receiver: undefined, receiverNode: undefined },
    ...ruleArguments(target?.owner ?? other?.signature.owner ?? '', read, node),
    guards: walk.guards(),
  });
  const returned = other
    ? walk.inputs.others.returnedBy(other)
    : target && walk.inputs.returned.get(target);
  if (returned === undefined) return result;
  return { ...result, taint: propagate(returned, node, walk.fn.name, `${name}! gives it`) };
}

/** What a use of a macro gives each parameter of its rule: one of a repetition gets all that is repeated. */
function ruleArguments(
  owner: string,
  read: readonly MacroArgument[],
  node: SyntaxNode,
): { arguments: RustValue[]; argumentNodes: SyntaxNode[] } {
  const values = read.map(({ value, parts }) => parts ?? [value]);
  const given: RustValue[] = [];
  const nodes: SyntaxNode[] = [];
  for (const [at, indexes] of parametersFor(
    owner,
    values.map(({ length }) => length),
  ).entries()) {
    for (const [part, index] of indexes.entries()) {
      const value = values[at]?.[part];
      if (index === undefined || value === undefined) continue;
      const known = given[index];
      given[index] = known === undefined ? value : joinValues(known, value);
      nodes[index] ??= read[at]?.node ?? node;
    }
  }
  const filled = Array.from(given, (value) => value ?? UNKNOWN);
  return { arguments: filled, argumentNodes: filled.map((_, index) => nodes[index] ?? node) };
}

function evaluateArgument(walk: RustWalk, group: TokenGroup, tree: SyntaxNode): MacroArgument {
  const [first, second] = group.tokens;
  const named = first?.type === 'identifier' && second?.type === '=';
  const tokens = named ? group.tokens.slice(2) : group.tokens;
  if (named) walk.lookAt(first);
  const arrow = tokens.findIndex(({ type }) => type === '=>');
  const parts =
    arrow <= 0
      ? {}
      : {
          parts: [tokens.slice(0, arrow), tokens.slice(arrow + 1)].map((part) =>
            tokensValue(walk, part, macroValue),
          ),
        };
  return {
    name: named && first !== undefined ? walk.text(first) : '',
    value: parts.parts?.reduce(joinValues) ?? tokensValue(walk, tokens, macroValue),
    ...parts,
    node: spanOf(tokens, tree),
    spec: '',
  };
}

function isTemplate(group: TokenGroup): boolean {
  return group.tokens.length === 1 && /string_literal$/.test(group.tokens[0]?.type ?? '');
}

const FORMATS =
  /^(?:e?print(?:ln)?|format(?:_args)?|write(?:ln)?|panic|todo|unreachable|unimplemented|bail|anyhow|ensure|trace|debug|info|warn|error|log|event|assert(?:_eq|_ne)?|eyre)$/;

function templateOf(walk: RustWalk, group: TokenGroup | undefined, name: string) {
  const literal = group?.tokens[0];
  if (literal === undefined || !FORMATS.test(name)) return undefined;
  return parseTemplate(stringContent(walk.text(literal)));
}

/** The arguments in the order of the holes, names caught in the template included. */
function formatted(
  walk: RustWalk,
  template: { readonly holes: readonly Hole[] },
  read: readonly MacroArgument[],
  formatAt: number,
  tree: SyntaxNode,
): MacroArgument[] {
  const positional = read.slice(formatAt + 1);
  let next = 0;
  const inHoles = template.holes.map((hole): MacroArgument => {
    const { spec } = hole;
    if (hole.argument === '' || /^\d+$/.test(hole.argument)) {
      const index = hole.argument === '' ? next : Number(hole.argument);
      if (hole.argument === '') next += 1;
      const found = positional[index];
      return found === undefined
        ? { name: '', value: UNKNOWN, node: tree, spec }
        : { ...found, spec };
    }
    const given = positional.find((other) => other.name === hole.argument);
    if (given !== undefined) return { ...given, spec };
    const binding = walk.scopes.find(hole.argument);
    const value = binding === undefined ? UNKNOWN : { ...binding.value, place: binding.place };
    const valid = binding !== undefined && walk.facts.has('valid', binding.place);
    const safe = valid ? { ...value, taint: undefined } : value;
    return { name: hole.argument, value: safe, node: tree, spec };
  });
  return [...read.slice(0, formatAt), ...inHoles];
}

/** The template with the texts that are known put in. */
function fillTemplate(template: string, inHoles: readonly MacroArgument[]): string {
  let at = -1;
  return template.replace(/\0/g, () => {
    at += 1;
    const value = inHoles[at]?.value;
    return value?.text ?? value?.number?.toString() ?? '\0';
  });
}

function resultOf(
  walk: RustWalk,
  name: string,
  node: SyntaxNode,
  groups: readonly TokenGroup[],
  read: readonly MacroArgument[],
  args: readonly MacroArgument[],
  text: string | undefined,
): RustValue {
  const [first, second] = read.map((one) => one.value);
  switch (name) {
    case 'format':
    case 'format_args':
    case 'concat': {
      const values = args.map((one) => one.value);
      const taint = values
        .filter((value) => !isScalar(value.type))
        .map((value) => value.taint)
        .reduce(joinTaint, undefined);
      return {
        ...UNKNOWN,
        text: text === undefined ? undefined : truncateText(text),
        type: simpleType('String'),
        constant: values.every((value) => value.constant || value.text !== undefined),
        taint: taint && propagate(taint, node, walk.fn.name, 'it is put into a text with format!'),
        ...madeFrom(values),
        made: 'format!',
      };
    }
    case 'vec': {
      const repeated = groups[0]?.separator === ';' && groups.length === 2;
      if (!repeated)
        return listValue(
          read.map((one) => one.value),
          read.length,
          'Vec',
        );
      return { ...listValue(first ? [first] : [], second?.number, 'Vec'), constant: false };
    }
    case 'matches': {
      const pattern = groups[1]?.tokens[0];
      const present = pattern !== undefined && /^(?:Some|Ok)$/.test(walk.text(pattern));
      if (first === undefined || !present) return UNKNOWN;
      const facts = [{ kind: 'present' as const, place: first.place, node }];
      return { ...UNKNOWN, condition: { whenTrue: facts, whenFalse: [] } };
    }
    case 'dbg':
      return first ?? UNKNOWN;
    default:
      return {
        ...UNKNOWN,
        ...{ made: `${name}!`, condition: NOTHING_LEARNT },
        assumed: assumedOf(read.map((one) => one.value)),
      };
  }
}

/** Checks that hold for the rest of the function, and macros that do not come back. */
function applyMacroEffects(
  walk: RustWalk,
  name: string,
  read: readonly MacroArgument[],
  node: SyntaxNode,
): void {
  if (DIVERGING.has(name)) walk.diverged = true;
  const [first, second] = read.map((one) => one.value);
  if (first === undefined) return;
  if (CHECKING.has(name)) walk.learn(first.condition.whenTrue);
  if (second === undefined) return;
  if (name === 'assert_eq') walk.learn(compare('==', first, second, node, walk.facts).whenTrue);
  if (name === 'assert_ne') walk.learn(compare('!=', first, second, node, walk.facts).whenTrue);
}
