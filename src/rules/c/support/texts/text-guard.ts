import type { CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { isPointerLike } from '../../../../code/c/ir/types.ts';
import { visitExpr, visitFunction } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { LIMITS } from '../../../../code/limits.ts';
import { ownFunction } from '../calls/own-functions.ts';

/** What a check or a cleaning of a text leaves in it. */
export interface TextGuard {
  /** Only characters of a list get through: letters, digits, and `allowed`. */
  readonly allowList: boolean;
  readonly allowed: string;
  /** Characters that are refused or replaced. */
  readonly denied: string;
  /** `..` is refused. */
  readonly noParent: boolean;
  /** The real path was worked out. */
  readonly resolved: boolean;
  /** Compared with whole texts that are known to be fine. */
  readonly values: boolean;
  /** Done by a function that is not seen but says so in its name. */
  readonly trusted: boolean;
}

export const NO_GUARD: TextGuard = {
  allowList: false,
  allowed: '',
  denied: '',
  noParent: false,
  resolved: false,
  values: false,
  trusted: false,
};

/** Whether nothing was checked of a text. */
export function isNoGuard(guard: TextGuard): boolean {
  return JSON.stringify(guard) === JSON.stringify(NO_GUARD);
}

export function bothGuards(a: TextGuard, b: TextGuard): TextGuard {
  return {
    allowList: a.allowList || b.allowList,
    allowed: a.allowed + b.allowed,
    denied: a.denied + b.denied,
    noParent: a.noParent || b.noParent,
    resolved: a.resolved || b.resolved,
    values: a.values || b.values,
    trusted: a.trusted || b.trusted,
  };
}

/** Whether a guard keeps a text from leaving the directory it is meant for. */
export function guardsPath(guard: TextGuard): boolean {
  const narrow = !(guard.allowed.includes('/') && guard.allowed.includes('.'));
  return (
    guard.trusted ||
    guard.resolved ||
    guard.noParent ||
    guard.values ||
    /[/.]/.test(guard.denied) ||
    (guard.allowList && narrow)
  );
}

/** Whether a guard keeps a text from being read as more than one word by a shell; `quoted`: it stands between single quotes. */
export function guardsCommand(guard: TextGuard, quoted: boolean): boolean {
  const refused = [...';|&`$'].filter((letter) => guard.denied.includes(letter)).length;
  return (
    guard.trusted ||
    guard.values ||
    refused >= 2 ||
    (quoted && guard.denied.includes("'")) ||
    (guard.allowList && !/[;|&`$<>()'"\\\n]/.test(guard.allowed))
  );
}

/** Whether a guard keeps a text from changing a statement; `quoted`: it stands between quotes. */
export function guardsSql(guard: TextGuard, quoted: boolean): boolean {
  return (
    guard.trusted ||
    guard.values ||
    (guard.allowList && !/['"\\;]/.test(guard.allowed)) ||
    (quoted && /'/.test(guard.denied))
  );
}

const CLASSIFIER = /^isw?(?:alnum|alpha|digit|xdigit|lower|upper)$/;
const TRUSTED = /valid|sanit|escap|allow|whitelist|safe|clean|canonical|normali[sz]e|quote/i;
const COMPARES = /^(?:str|wcs)(?:case)?cmp$|^stricmp$/;

/** What one library call that looks at a text says about it; the text is the given argument. */
export function guardOfCall(call: CallExpr): { arg: number; guard: TextGuard } | undefined {
  const { name, args } = call;
  const second = args[1] === undefined ? undefined : withoutCasts(args[1]);
  const literal = second?.kind === 'string' ? second.value : undefined;
  const about = (guard: Partial<TextGuard>, arg = 0) => ({ arg, guard: { ...NO_GUARD, ...guard } });
  if (CLASSIFIER.test(name))
    return args[0] !== undefined && isAtFixedIndex(args[0])
      ? undefined
      : about({ allowList: true });
  switch (name) {
    case 'strstr':
      return literal?.includes('..') === true ? about({ noParent: true }) : undefined;
    case 'strchr':
    case 'strrchr': {
      const first = args[0] === undefined ? undefined : withoutCasts(args[0]);
      if (first?.kind === 'string') return about(guardsInText(first.value), 1);
      return second?.kind === 'number' && name === 'strchr'
        ? about({ denied: String.fromCharCode(second.value) })
        : undefined;
    }
    case 'strpbrk':
    case 'strcspn':
      return about({ denied: literal ?? '' });
    case 'strspn':
      return literal === undefined ? undefined : about({ allowList: true, allowed: literal });
    case 'realpath':
    case 'canonicalize_file_name':
      return about({ resolved: true });
    case 'regexec':
      return about({ trusted: true }, 1);
    case 'fnmatch':
      return about({ trusted: true }, 1);
    case 'mysql_real_escape_string':
    case 'PQescapeStringConn':
      return about({ trusted: true }, 1);
    default:
      break;
  }
  if (COMPARES.test(name) && (literal === undefined || /^[A-Za-z]/.test(literal)))
    return about({ values: true });
  return undefined;
}

function guardsInText(text: string): Partial<TextGuard> {
  return /[a-z0-9]{8}/i.test(text) ? { allowList: true, allowed: text } : { denied: text };
}

/** What the comparisons of single characters in a condition say; `alone`: without its parts. */
export function guardOfCharacters(
  condition: Expr,
  alone = false,
): { base: Expr; guard: TextGuard }[] {
  const found: { base: Expr; guard: TextGuard }[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind !== 'binary') return;
    const letter = expr.right.kind === 'number' ? expr.right : expr.left;
    const other = withoutCasts(expr.right.kind === 'number' ? expr.left : expr.right);
    if (letter.kind !== 'number' || letter.value < 33 || letter.value > 126) return;
    const base = textBase(other);
    const text = String.fromCharCode(letter.value);
    if (base === undefined || isBeginning(other, text)) return;
    if (/^[<>]=?$/.test(expr.op) && /[09azAZ]/.test(text))
      found.push({ base, guard: { ...NO_GUARD, allowList: true } });
    else if (expr.op === '==') found.push({ base, guard: { ...NO_GUARD, denied: text } });
    else if (expr.op === '!=') found.push({ base, guard: { ...NO_GUARD, allowed: text } });
  };
  if (alone) visit(condition);
  else visitExpr(condition, visit);
  return found;
}

/** The text of which an expression is one character. */
export function textBase(expr: Expr): Expr | undefined {
  const inner = withoutCasts(expr);
  // An element of an array of texts is a text.
  if (isPointerLike(inner.type)) return undefined;
  if (inner.kind === 'index') return inner.base;
  if (inner.kind === 'deref') {
    const pointer = withoutCasts(inner.operand);
    if (pointer.kind === 'incdec') return pointer.operand;
    return pointer.kind === 'binary' ? pointer.left : pointer;
  }
  return undefined;
}

/** Whether a character stands at a place of its own, as the first: that says nothing of the others. */
function isAtFixedIndex(expr: Expr): boolean {
  const inner = withoutCasts(expr);
  return inner.kind === 'index' && inner.index.kind === 'number';
}

/** Whether a text is asked for a slash in one place alone, where that refuses absolute paths and no `../` behind it. */
function isBeginning(expr: Expr, letter: string): boolean {
  return letter === '/' && isAtFixedIndex(expr);
}

/** Larger functions do more than look at a text. */
const MANY_BLOCKS = 60;
const cache = new WeakMap<TranslationUnit, Map<string, TextGuard | undefined>>();

/** What a function does for the texts it is given: by its body where it is here, else by its name. */
export function guardOfFunction(
  unit: TranslationUnit,
  name: string,
  depth = 0,
): TextGuard | undefined {
  let known = cache.get(unit);
  if (known === undefined) {
    known = new Map();
    cache.set(unit, known);
  }
  if (known.has(name)) return known.get(name);
  if (depth > LIMITS.guardDepth) return undefined;
  // A function that calls itself is looked at once.
  known.set(name, undefined);
  const fn = ownFunction(unit, name);
  const guard =
    fn === undefined
      ? TRUSTED.test(name)
        ? { ...NO_GUARD, trusted: true }
        : undefined
      : bodyGuard(unit, fn, depth + 1);
  known.set(name, guard);
  return guard;
}

function bodyGuard(
  unit: TranslationUnit,
  fn: LoweredFunction,
  depth: number,
): TextGuard | undefined {
  if (fn.blocks.length > MANY_BLOCKS || fn.parameters.length === 0) return undefined;
  let guard = NO_GUARD;
  let looks = false;
  let literals = '';
  let found = false;
  visitFunction(fn, (expr) => {
    if (expr.kind === 'string' && /[;|&`$]/.test(expr.value)) literals += expr.value;
    if (expr.kind === 'binary') {
      const letter = expr.right.kind === 'number' ? expr.right : expr.left;
      if (letter.kind === 'number' && letter.value >= 33 && letter.value <= 126) {
        const text = String.fromCharCode(letter.value);
        const other = expr.right.kind === 'number' ? expr.left : expr.right;
        const isText =
          (textBase(other) !== undefined || isCharacter(other)) && !isBeginning(other, text);
        if (isText) {
          found = true;
          if (/^[<>]=?$/.test(expr.op) && /[09azAZ]/.test(text))
            guard = { ...guard, allowList: true };
          else if (expr.op === '==') guard = { ...guard, denied: guard.denied + text };
          else if (expr.op === '!=') guard = { ...guard, allowed: guard.allowed + text };
        }
      }
    }
    if (expr.kind !== 'call') return;
    const one = guardOfCall(expr);
    if (/^(?:strchr|strpbrk|strcspn|strspn)$/.test(expr.name)) looks = true;
    if (one !== undefined) {
      found = true;
      guard = bothGuards(guard, one.guard);
    } else if (
      expr.name !== fn.name &&
      ownFunction(unit, expr.name) !== undefined &&
      !expr.args.some(isRestOfText)
    ) {
      const inner = guardOfFunction(unit, expr.name, depth);
      if (inner !== undefined) {
        found = true;
        guard = bothGuards(guard, inner);
      }
    }
  });
  if (looks) guard = { ...guard, denied: guard.denied + literals };
  return found || (looks && literals !== '') ? guard : undefined;
}

/** Whether a text begins behind the beginning of another: what is checked of `text + 8` says nothing of the rest. */
function isRestOfText(expr: Expr): boolean {
  const inner = withoutCasts(expr);
  if (!isPointerLike(inner.type)) return false;
  if (inner.kind === 'address') return withoutCasts(inner.operand).kind === 'index';
  return inner.kind === 'binary' && inner.op === '+';
}

function isCharacter(expr: Expr): boolean {
  const inner = withoutCasts(expr);
  return inner.type.kind === 'int' && inner.type.bits === 8;
}
