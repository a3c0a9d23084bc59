import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { integerValue } from '../items/integer-literal.ts';
import { lastSegment, pathText } from '../items/path.ts';
import { pointee, type RustType } from '../items/types.ts';
import { limitOf } from '../ranges/constants.ts';
import { type Condition, eitherHolds, type Fact, NOTHING_LEARNT, negated } from '../state/facts.ts';
import { madeFrom, origins, type RustValue, UNKNOWN, UNKNOWN_NUMBER } from '../state/value.ts';
import { rangeAt } from '../state/value-range.ts';
import type { RustWalk } from '../state/walk.ts';

export interface BindingOrigin {
  readonly initialiser?: SyntaxNode | undefined;
  readonly isParameter?: boolean;
  readonly mutable?: boolean;
  readonly type?: RustType | undefined;
}

/** Declares the names a pattern binds, each with its part of the value. */
export function bind(
  walk: RustWalk,
  pattern: SyntaxNode,
  value: RustValue,
  origin: BindingOrigin,
): void {
  switch (pattern.type) {
    case 'identifier':
    case 'shorthand_field_identifier':
    case 'metavariable': {
      const name = walk.text(pattern);
      if (/^[A-Z]/.test(name)) return;
      const type = origin.type ?? value.type;
      walk.declare({
        name,
        node: pattern,
        mutable: origin.mutable ?? false,
        isParameter: origin.isParameter ?? false,
        type,
        initialiser: origin.initialiser,
        initial: value,
        // What checks say of where it comes from holds of it as it is now.
        value: { ...value, type, range: rangeAt(walk.facts, value), isConverted: false },
      });
      return;
    }
    case 'mut_pattern':
      bindAll(walk, pattern, value, { ...origin, mutable: true });
      return;
    case 'captured_pattern':
    case 'ref_pattern':
    case 'reference_pattern':
    case 'slice_pattern':
      bindAll(walk, pattern, value, origin);
      return;
    case 'match_pattern':
    case 'or_pattern': {
      const first = pattern.children.find((child) => child.named && child.field !== 'condition');
      if (first !== undefined) bind(walk, first, value, origin);
      return;
    }
    case 'tuple_pattern': {
      const types = pointee(value.type)?.kind === 'tuple' ? pointee(value.type)?.inner : undefined;
      const members = pattern.children.filter((child) => child.named || child.type === '_');
      for (const [index, member] of members.entries()) {
        const type = types?.[index];
        bind(
          walk,
          member,
          { ...partOf(value), type },
          { isParameter: origin.isParameter ?? false },
        );
      }
      return;
    }
    case 'tuple_struct_pattern': {
      const inside = payload(value);
      for (const child of pattern.children) {
        if (child.field !== 'type') bind(walk, child, inside, {});
      }
      return;
    }
    case 'struct_pattern':
      for (const child of pattern.children) {
        if (child.type !== 'field_pattern') continue;
        const target = childOf(child, 'pattern') ?? childOf(child, 'name');
        const name = childOf(child, 'name');
        const type = name === undefined ? undefined : walk.fieldType(value.type, walk.text(name));
        if (target !== undefined) bind(walk, target, { ...partOf(value), type }, {});
      }
      return;
    default:
  }
}

function bindAll(
  walk: RustWalk,
  pattern: SyntaxNode,
  value: RustValue,
  origin: BindingOrigin,
): void {
  for (const child of pattern.children) if (child.named) bind(walk, child, value, origin);
}

/** What is inside a `Some`, an `Ok`, or any wrapper that a pattern or `?` takes off. */
export function payload(value: RustValue): RustValue {
  const type = pointee(value.type);
  const wraps = type !== undefined && /^(?:Option|Result|LockResult|Poll)$/.test(type.name);
  return {
    ...value,
    ...UNKNOWN_NUMBER,
    place: '',
    variant: undefined,
    condition: NOTHING_LEARNT,
    type: wraps ? type.inner[0] : type?.kind === 'named' ? undefined : value.type,
    ...madeFrom([value]),
  };
}

/** A part of a value: as untrusted as the whole, and nothing else is known. */
export function partOf(value: RustValue): RustValue {
  return { ...UNKNOWN, taint: value.taint, ...madeFrom([value]) };
}

/** What it means for a value to match a pattern, and not to. */
export function patternCondition(walk: RustWalk, pattern: SyntaxNode, value: RustValue): Condition {
  const { place } = value;
  switch (pattern.type) {
    case 'match_pattern': {
      const first = pattern.children.find((child) => child.field !== 'condition');
      const condition = first && patternCondition(walk, first, value);
      const guarded = childOf(pattern, 'condition') !== undefined;
      return {
        whenTrue: condition?.whenTrue ?? [],
        whenFalse: guarded ? [] : (condition?.whenFalse ?? []),
      };
    }
    case 'or_pattern':
      return pattern.children
        .filter((child) => child.type !== '|')
        .map((child) => patternCondition(walk, child, value))
        .reduce(eitherHolds, { whenTrue: [], whenFalse: [] });
    case 'tuple_struct_pattern': {
      const type = childOf(pattern, 'type');
      const name = type === undefined ? '' : lastSegment(pathText(walk.file.tree, type));
      if (name === 'Some' || name === 'Ok') return presence(place, pattern);
      return name === 'Err' ? negated(presence(place, pattern)) : NOTHING_LEARNT;
    }
    case 'identifier':
      return walk.text(pattern) === 'None' ? negated(presence(place, pattern)) : NOTHING_LEARNT;
    case 'boolean_literal':
      return walk.text(pattern) === 'true' ? value.condition : negated(value.condition);
    case 'string_literal':
    case 'raw_string_literal':
    case 'char_literal': {
      const places = origins([value]);
      const facts = places.map((at): Fact => ({ kind: 'valid', place: at, node: pattern }));
      return { whenTrue: facts, whenFalse: [] };
    }
    case 'integer_literal':
    case 'range_pattern':
      return {
        whenTrue: [
          ...boundsOfPattern(walk, pattern, value),
          ...holdsElements(walk.text(pattern), place, pattern),
        ],
        whenFalse: walk.text(pattern) === '0' ? [{ kind: 'nonzero', place, node: pattern }] : [],
      };
    default:
      return NOTHING_LEARNT;
  }
}

/** What `3`, `-1`, `0..=9` or `LIMIT..` say of a number that matches. */
function boundsOfPattern(
  walk: RustWalk,
  pattern: SyntaxNode,
  { place, isConverted }: RustValue,
): Fact[] {
  const text = walk.text(pattern);
  // The ends are trimmed afterwards: blanks that two parts of an expression may match take the square of their number.
  const [, from = '', dots, to = ''] = /^([^.]*)(?:(\.\.=?|\.\.\.)([^.]*))?$/.exec(text) ?? [];
  const [least, most] = [from, dots === undefined ? from : to].map((end) =>
    isConverted ? undefined : patternNumber(walk, end.trim()),
  );
  const gap = dots === '..' ? 1n : 0n;
  return [
    { kind: 'min', place, node: pattern, ...(least === undefined ? {} : { bound: least }) },
    { kind: 'max', place, node: pattern, ...(most === undefined ? {} : { bound: most - gap }) },
  ];
}

function patternNumber(walk: RustWalk, text: string): bigint | undefined {
  const [, minus, digits = ''] = /^(-?)\s*(.*)$/s.exec(text) ?? [];
  const value = integerValue(digits) ?? limitOf(digits) ?? walk.constantNamed(digits);
  return value !== undefined && minus === '-' ? -value : value;
}

/** A length that matches a number from 1 up says that there are elements. */
function holdsElements(text: string, place: string, node: SyntaxNode): Fact[] {
  const list = /^(.*)\.len\(\)$/.exec(place)?.[1];
  return list !== undefined && /^[1-9]/.test(text) ? [{ kind: 'nonempty', place: list, node }] : [];
}

function presence(place: string, node: SyntaxNode): Condition {
  return {
    whenTrue: [{ kind: 'present', place, node }],
    whenFalse: [{ kind: 'absent', place, node }],
  };
}
