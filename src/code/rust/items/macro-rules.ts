import { childOf, descendants, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import type { RustFunction, RustParameter } from './items.ts';

/**
 * The rules of a `macro_rules!`, each as a function: its parameters are what `$name` stands for, those of a repetition for
 * any of what is repeated. Its name ends in `!`, and its owner says how many they are, which tells the rules apart. Left
 * out are rules with repetitions whose body is no code by itself.
 */
export function macroRules(
  tree: SyntaxTree,
  definition: SyntaxNode,
  isTest: boolean,
): RustFunction[] {
  const named = childOf(definition, 'name');
  if (named === undefined) return [];
  const name = `${tree.textOf(named)}!`;
  return definition.children.flatMap((rule): RustFunction[] => {
    const [left, right] = [childOf(rule, 'left'), childOf(rule, 'right')];
    if (left === undefined || right?.type !== 'token_tree') return [];
    const repeats = [...descendants(left), ...descendants(right)].some(isRepetition);
    const body = tree.anew?.bodies.get(right) ?? (repeats ? undefined : right);
    if (body === undefined) return [];
    const parameters = parametersIn(tree, left);
    const is = { isAsync: false, isUnsafe: false, isPublic: false, mutableSelf: false };
    return [
      {
        ...{ name, owner: ownerOf(left), trait: '', hasSelf: false },
        ...{ node: rule, body, parameters, returns: undefined, attributes: [], abi: '', isTest },
        ...is,
      },
    ];
  });
}

function isRepetition({ type }: SyntaxNode): boolean {
  return type === 'token_repetition' || type === 'token_repetition_pattern';
}

/** What a rule binds, in the order of its text. */
function parametersIn(tree: SyntaxTree, pattern: SyntaxNode): RustParameter[] {
  return bindingsIn(pattern).flatMap((node): RustParameter[] => {
    const name = childOf(node, 'name');
    return name === undefined ? [] : [{ name: tree.textOf(name), pattern: name, type: undefined }];
  });
}

function bindingsIn(pattern: SyntaxNode): SyntaxNode[] {
  return descendants(pattern).filter(isBinding);
}

/** How many parameters a rule has: before, in and behind its repetition. */
interface RuleShape {
  readonly before: number;
  readonly repeated: number;
  readonly behind: number;
}

/** No use of a macro can be told to be of such a rule by the number of its arguments. */
const ANY = '*';

/** What stands for the owner of a rule: `2` for two parameters, `1+1+0` for one and then a repetition of one. */
function ownerOf(pattern: SyntaxNode): string {
  const parts = pattern.children.filter((part) => isBinding(part) || isRepeating(part));
  const [repetition, second] = parts.filter(isRepeating);
  const inside = repetition?.children.filter(isBinding).length ?? 0;
  const shown = parts.filter(isBinding).length + inside;
  // What is bound deeper down, in brackets or in a repetition within one, is no argument of its own.
  if (second !== undefined || bindingsIn(pattern).length !== shown) return ANY;
  if (repetition === undefined) return `${shown}`;
  const before = parts.indexOf(repetition);
  return `${before}+${inside}+${parts.length - before - 1}`;
}

function isBinding({ type }: SyntaxNode): boolean {
  return type === 'token_binding_pattern';
}

/** Whether a part of a pattern repeats what it binds. */
function isRepeating(node: SyntaxNode): boolean {
  return isRepetition(node) && bindingsIn(node).length > 0;
}

function shapeOf(owner: string): RuleShape | undefined {
  const [, before, repeated, behind] = /^(\d+)\+(\d+)\+(\d+)$/.exec(owner) ?? [];
  if (before === undefined) return undefined;
  return { before: Number(before), repeated: Number(repeated), behind: Number(behind) };
}

/** The one of a macro's rules that takes so many arguments: with as many parameters, or else by its repetition. */
export function ruleFor<T>(
  rules: readonly T[],
  count: number,
  ownerOfRule: (rule: T) => string,
): T | undefined {
  const exact = rules.filter((rule) => ownerOfRule(rule) === `${count}`);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const fitting = rules.filter((rule) => {
    const shape = shapeOf(ownerOfRule(rule));
    return shape !== undefined && shape.before + shape.behind <= count;
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * Which parameter each argument is for. An argument of a repetition may have several parts, as `k => v`.
 * @param parts how many parts each argument has
 * @returns by argument and part the index of the parameter; undefined for what is for none that is known
 */
export function parametersFor(
  owner: string,
  parts: readonly number[],
): readonly (readonly (number | undefined)[])[] {
  const shape = shapeOf(owner);
  return parts.map((count, at) => {
    const indexes = Array.from({ length: count }, (_, part) => part);
    if (shape === undefined) return count === 1 ? [at] : indexes.map(() => undefined);
    const { before, repeated, behind } = shape;
    if (at < before) return count === 1 ? [at] : indexes.map(() => undefined);
    const left = parts.length - at;
    if (left <= behind) return indexes.map(() => before + repeated + behind - left);
    return indexes.map((part) => (count === repeated ? before + part : undefined));
  });
}
