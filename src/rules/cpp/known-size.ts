import type { CallExpr, Expr, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { nameOfType } from './containers.ts';

/** How many elements each container has, where that is the same on all paths. */
export type Sizes = ReadonlyMap<Variable, number>;

/** Methods that leave the number of elements as it is. */
const KEEPING =
  /^(?:size|length|empty|at|front|back|top|c?r?begin|c?r?end|data|c_str|capacity|reserve|shrink_to_fit|operator\[\])$/;

/** Methods that tell how many elements there are: who calls one may act by what it says. */
export const ASKING = /^(?:size|length|empty|c?r?begin|c?r?end)$/;

/** Methods that need an element. */
export const TAKING = /^(?:front|back|top|pop|pop_back|pop_front)$/;

const CONTAINERS =
  /^(?:vector<|deque<|(?:forward_)?list<|queue<|stack<|priority_queue<|basic_string<|(?:w|u8|u16|u32)?string$)/;

/** Whether a variable is a container of the library: only `vector` is taken for one without `std`. */
export function isSizedContainer({ type }: Variable, text: string): boolean {
  const name = nameOfType(type);
  if (!CONTAINERS.test(name)) return false;
  const of = type.kind === 'pointer' ? type.to : type;
  const isNamed = of.kind === 'unknown' && /^(?:const\s*)?std::/.test(of.name);
  return (
    isNamed || name.startsWith('vector<') || /\busing\s+(?:namespace\s+std\b|std::)/.test(text)
  );
}

export function isText({ type }: Variable): boolean {
  return /string$|^basic_string</.test(nameOfType(type));
}

/** How many elements there are behind a call of a method. */
export function sizeAfter({ name, args }: CallExpr, size: number | undefined): number | undefined {
  const [first] = args;
  if (name === 'clear') return 0;
  if (name === 'resize' && first !== undefined) return constantOf(first);
  if (size === undefined) return undefined;
  if (KEEPING.test(name)) return size;
  if (/^(?:push|push_back|emplace_back|push_front|emplace_front)$/.test(name)) return size + 1;
  return /^pop(?:_back|_front)?$/.test(name) ? Math.max(0, size - 1) : undefined;
}

/** `{1, 2, 3}` are elements, and `(3)` is how many there are. */
export function sizeAtFirst(
  variable: Variable,
  init: Expr | undefined,
  text: string,
): number | undefined {
  const { start, end } = variable;
  // Nothing but the name is there: it begins empty. `all(n)` may look like the declaration of a function.
  const isBare = /^\w+$/.test(text.slice(start, end));
  if (isBare && /^\s{0,8}[;,]/.test(text.slice(end, end + 9))) return 0;
  if (init === undefined) return undefined;
  return sizeOfValue(init, isText(variable), text);
}

/** How many elements a container has that begins as a value, or gets it. */
export function sizeOfValue(init: Expr, isOfText: boolean, text: string): number | undefined {
  if (isOfText) return lengthAtFirst(init);
  const isBraced =
    text[init.start] === '{' || (init.kind === 'initlist' && text[init.end - 1] === '}');
  const given =
    init.kind === 'initlist'
      ? init.items.map(({ value }) => value)
      : init.kind === 'call' && isVectorName(init)
        ? init.args
        : undefined;
  if (given === undefined || (init.kind === 'initlist' && init.isPartial === true))
    return undefined;
  // What is named may be another container, of which this is a copy, or an iterator.
  const isPlain = given.every(({ kind }) => /^(?:number|string|initlist)$/.test(kind));
  if (!isPlain) return undefined;
  if (isBraced) return given.length;
  const [count] = given;
  return count?.kind === 'number' && given.length <= 2 ? constantOf(count) : undefined;
}

function isVectorName({ name, callee }: CallExpr): boolean {
  return name === 'vector' || (callee.kind === 'name' && /^(?:std::)?vector</.test(callee.name));
}

/** The container that a value is a copy of: `all`, or `(all)`. */
export function copiedBy(init: Expr, text: string): Variable | undefined {
  const [only] =
    init.kind === 'initlist' && text[init.end - 1] !== '}'
      ? init.items.map(({ value }) => value)
      : [init];
  const isAlone = init.kind !== 'initlist' || init.items.length === 1;
  return only !== undefined && only.kind === 'name' && isAlone ? only.variable : undefined;
}

/** A string that begins as a literal alone is as long as that, up to its first zero. */
function lengthAtFirst(init: Expr): number | undefined {
  const items =
    init.kind === 'initlist'
      ? init.items.map(({ value }) => value)
      : init.kind === 'call' && /string$/.test(init.name)
        ? init.args
        : [init];
  const [only] = items;
  if (only === undefined) return 0;
  const bare = withoutCasts(only);
  if (items.length !== 1 || bare.kind !== 'string') return undefined;
  const [upToZero = ''] = bare.value.split('\0');
  // Of other characters it is not known here how many units they take.
  return /^[ -~\s]*$/.test(upToZero) ? upToZero.length : undefined;
}

/** What a condition comes to by the sizes alone. */
export function truthOf(condition: Expr, sizes: Sizes): boolean | undefined {
  const value = comesTo(condition, sizes);
  return value === undefined ? undefined : value !== 0;
}

function comesTo(expr: Expr, sizes: Sizes): number | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind === 'number') return bare.value;
  if (bare.kind === 'unary' && bare.op === '!') {
    const value = comesTo(bare.operand, sizes);
    return value === undefined ? undefined : Number(value === 0);
  }
  if (bare.kind === 'call') {
    const variable = bare.receiver && variableOf(bare.receiver);
    const size = variable && sizes.get(variable);
    if (size === undefined) return undefined;
    if (bare.name === 'empty') return Number(size === 0);
    return /^(?:size|length)$/.test(bare.name) ? size : undefined;
  }
  if (bare.kind !== 'binary') return undefined;
  const [left, right] = [comesTo(bare.left, sizes), comesTo(bare.right, sizes)];
  if (bare.op === '&&' && left === 0) return 0;
  if (bare.op === '||' && left !== undefined && left !== 0) return 1;
  // Nothing is below the size of what is empty: it has no sign.
  if (bare.op === '<' && right === 0 && isSizeOf(bare.right)) return 0;
  if (bare.op === '>' && left === 0 && isSizeOf(bare.left)) return 0;
  return left === undefined || right === undefined ? undefined : compared(bare.op, left, right);
}

function compared(op: string, left: number, right: number): number | undefined {
  switch (op) {
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '&&':
      return Number(left !== 0 && right !== 0);
    case '||':
      return Number(left !== 0 || right !== 0);
    default:
      return undefined;
  }
}

function isSizeOf(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  return bare.kind === 'call' && /^(?:size|length)$/.test(bare.name);
}

/** The container that is empty when a condition comes out so. */
export function emptyWhen(condition: Expr, outcome: boolean): Variable | undefined {
  const bare = withoutCasts(condition);
  if (bare.kind === 'unary' && bare.op === '!') return emptyWhen(bare.operand, !outcome);
  if (bare.kind === 'call' && bare.name === 'empty' && outcome)
    return bare.receiver && variableOf(bare.receiver);
  if (bare.kind !== 'binary' || !isSizeOf(bare.left) || constantOf(bare.right) !== 0)
    return undefined;
  const isEmpty = bare.op === '==' ? outcome : /^(?:!=|>)$/.test(bare.op) && !outcome;
  const size = withoutCasts(bare.left);
  return isEmpty && size.kind === 'call' && size.receiver ? variableOf(size.receiver) : undefined;
}

export function variableOf(expr: Expr): Variable | undefined {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' ? bare.variable : undefined;
}
