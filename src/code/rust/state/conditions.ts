import type { SyntaxNode } from '../../syntax/syntax.ts';
import { onlyNumber } from '../ranges/integer-range.ts';
import {
  type Condition,
  type Fact,
  type FactKind,
  type FactSet,
  NOTHING_LEARNT,
  negated,
} from './facts.ts';
import { origins, type RustValue } from './value.ts';
import { rangeAt } from './value-range.ts';

/** What a comparison says about both sides. */
export function compare(
  operator: string,
  left: RustValue,
  right: RustValue,
  node: SyntaxNode,
  facts: FactSet,
): Condition {
  switch (operator) {
    case '<':
      return {
        whenTrue: below(left, right, node, 1, facts),
        whenFalse: below(right, left, node, 0, facts),
      };
    case '<=':
      return {
        whenTrue: below(left, right, node, 0, facts),
        whenFalse: below(right, left, node, 1, facts),
      };
    case '>':
      return compare('<', right, left, node, facts);
    case '>=':
      return compare('<=', right, left, node, facts);
    case '==':
      return equal(left, right, node, facts);
    case '!=':
      return negated(equal(left, right, node, facts));
    default:
      return NOTHING_LEARNT;
  }
}

/** The facts of `low <= high`, or of `low < high` where the gap is 1. */
function below(
  low: RustValue,
  high: RustValue,
  node: SyntaxNode,
  gap: 0 | 1,
  known: FactSet,
): Fact[] {
  const facts: Fact[] = [];
  const most = rangeAt(known, high)?.hi;
  const fewest = rangeAt(known, low)?.lo;
  if (low.place !== '') {
    const bound = boundOf(low, most === undefined ? undefined : most - BigInt(gap));
    facts.push({ kind: 'max', place: low.place, node, ...bound });
  }
  if (high.place !== '') {
    const least = (low.number ?? 0) + gap;
    const bound = boundOf(high, fewest === undefined ? undefined : fewest + BigInt(gap));
    facts.push({ kind: 'min', place: high.place, node, ...bound });
    if (least >= 1) {
      facts.push({ kind: 'nonzero', place: high.place, node });
      const sized = /^(.*)\.len\(\)$/.exec(high.place);
      if (sized?.[1] !== undefined) facts.push({ kind: 'nonempty', place: sized[1], node });
    }
  }
  return facts;
}

/** The bound of a fact; what is found of a value that was cast is none of its place. */
function boundOf(value: RustValue, bound: bigint | undefined): { readonly bound?: bigint } {
  return bound === undefined || value.isConverted ? {} : { bound };
}

function equal(left: RustValue, right: RustValue, node: SyntaxNode, known: FactSet): Condition {
  const whenTrue: Fact[] = [];
  const whenFalse: Fact[] = [];
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const { place } = value;
    if (place === '') continue;
    if (other.variant === 'none') {
      whenTrue.push({ kind: 'absent', place, node });
      whenFalse.push({ kind: 'present', place, node });
    }
    const range = rangeAt(known, other);
    whenTrue.push(
      { kind: 'max', place, node, ...boundOf(value, range?.hi) },
      { kind: 'min', place, node, ...boundOf(value, range?.lo) },
    );
    whenFalse.push(...besides(value, onlyNumber(range), node, known));
    if (other.constant && other.text !== undefined) whenTrue.push({ kind: 'valid', place, node });
    if (other.number === 0) {
      whenFalse.push({ kind: 'nonzero', place, node });
      const sized = /^(.*)\.len\(\)$/.exec(place);
      if (sized?.[1] !== undefined) whenFalse.push({ kind: 'nonempty', place: sized[1], node });
    } else if (other.number !== undefined) {
      whenTrue.push({ kind: 'nonzero', place, node });
    }
  }
  return { whenTrue, whenFalse };
}

/** That a value is not a number at an end of its range. No check of a rule's kind, so only where that is known. */
function besides(
  value: RustValue,
  number: bigint | undefined,
  node: SyntaxNode,
  known: FactSet,
): Fact[] {
  const { place, isConverted } = value;
  const range = rangeAt(known, value);
  if (number === undefined || range === undefined || isConverted) return [];
  if (range.lo === range.hi) return [];
  if (number === range.hi) return [{ kind: 'below', place, node, bound: number - 1n }];
  return number === range.lo ? [{ kind: 'above', place, node, bound: number + 1n }] : [];
}

const FILE_QUESTIONS = new Set(['exists', 'try_exists', 'is_file', 'is_dir', 'is_symlink']);
const VALIDATES =
  /^(?:is_|has_|check_|validate|verify|ensure|allow)\w*(?:valid|safe|allow|permitted|clean|name|path|trusted|whitelist|ident)|^(?:validate|sanitize|verify|allowed)/;

/** What the answer of a predicate method or function says about its receiver and arguments. */
export function predicate(
  name: string,
  receiver: RustValue | undefined,
  args: readonly RustValue[],
  node: SyntaxNode,
): Condition {
  const place = receiver?.place ?? '';
  const [first] = args;
  const on = (kind: FactKind, places: readonly string[]): Fact[] =>
    places.map((at) => ({ kind, place: at, node }));
  switch (name) {
    case 'is_some':
    case 'is_ok':
    case 'is_none':
    case 'is_err':
      return presence(name, receiver, on);
    case 'is_some_and':
    case 'is_ok_and':
      return { whenTrue: on('present', [place]), whenFalse: [] };
    case 'is_empty':
      return { whenTrue: [], whenFalse: on('nonempty', [place]) };
    case 'is_null':
      return { whenTrue: [], whenFalse: on('nonnull', [place]) };
    case 'contains_key':
      return { whenTrue: on('present', [`${place}[${first?.place ?? ''}]`]), whenFalse: [] };
    case 'all':
      return { whenTrue: on('valid', origins(receiver ? [receiver] : [])), whenFalse: [] };
    case 'any':
      return { whenTrue: [], whenFalse: on('valid', origins(receiver ? [receiver] : [])) };
    case 'starts_with':
      if (receiver?.made !== '.canonicalize' && receiver?.made !== 'fs::canonicalize') break;
      return { whenTrue: on('valid', [place]), whenFalse: [] };
    case 'is_match':
      return { whenTrue: on('valid', origins(args)), whenFalse: [] };
    case 'contains':
      return membership(receiver, first, on);
    default:
  }
  if (FILE_QUESTIONS.has(name)) {
    const asked = on('checked-file', origins(receiver ? [receiver] : args));
    return { whenTrue: asked, whenFalse: asked };
  }
  if (VALIDATES.test(name)) {
    return { whenTrue: on('valid', origins(receiver ? [receiver, ...args] : args)), whenFalse: [] };
  }
  return NOTHING_LEARNT;
}

/** `x.is_some()` and its kin; asking whether metadata came back asks the file system, too. */
function presence(
  name: string,
  receiver: RustValue | undefined,
  on: (kind: FactKind, places: readonly string[]) => Fact[],
): Condition {
  const place = receiver?.place ?? '';
  const asks = /(?:[.:])(?:symlink_)?metadata$/.test(receiver?.made ?? '');
  const asked = asks ? on('checked-file', receiver?.from ?? []) : [];
  const condition = {
    whenTrue: [...on('present', [place]), ...asked],
    whenFalse: [...on('absent', [place]), ...asked],
  };
  return /^is_(?:none|err)$/.test(name) ? negated(condition) : condition;
}

/** `list.contains(&x)` allows x; `x.contains("..")` refuses x. */
function membership(
  receiver: RustValue | undefined,
  first: RustValue | undefined,
  on: (kind: FactKind, places: readonly string[]) => Fact[],
): Condition {
  if (receiver === undefined || first === undefined) return NOTHING_LEARNT;
  if (first.constant && !receiver.constant) {
    return { whenTrue: [], whenFalse: on('valid', origins([receiver])) };
  }
  const inRange = receiver.type?.name === 'Range';
  const allowed = [...on('valid', origins([first]))];
  if (inRange) allowed.push(...on('min', [first.place]), ...on('max', [first.place]));
  return { whenTrue: allowed, whenFalse: [] };
}

/** Whether a function's name says that it refuses what is not valid. */
export function isValidator(name: string): boolean {
  return VALIDATES.test(name);
}
