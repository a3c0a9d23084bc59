import { DESCRIPTOR, FILES_AFTER } from '../cases/file-fixture.ts';
import { withNames } from '../cases/length-expression.ts';
import type { Shape } from '../cases/shape.ts';
import { listOfBare, type Pair, type PairField } from './pair.ts';
import { commonRange, rangeInRust } from './rust-range.ts';
import { streamInput } from './stream-pair.ts';

/** The shape of the values of a pair. */
export function shapeOf(pair: Pair): Shape {
  switch (pair.kind) {
    case 'stream':
      return streamInput(pair);
    case 'descriptor':
      return DESCRIPTOR;
    case 'files':
      return FILES_AFTER;
    case 'integer': {
      const { bits, signed, rust, isByte, within } = pair;
      const { range } = isByte ? {} : rangeInRust(bits, signed, rust);
      const both = commonRange(range, within);
      return {
        ...{ kind: 'integer', bits, signed },
        ...(both === undefined ? {} : { range: both }),
        ...(range === undefined ? {} : { holds: { ...range, rust } }),
      };
    }
    case 'enum': {
      const only = pair.variants.map(({ value }) => value);
      return { kind: 'integer', bits: pair.bits, signed: pair.signed, only };
    }
    case 'float':
    case 'boolean':
      return pair;
    case 'array':
      return { kind: 'array', of: shapeOf(pair.of), length: pair.length };
    case 'list':
      // Which of them: the number modulo how many there are.
      if (pair.only !== undefined) return { kind: 'integer', bits: 8, signed: false };
      return {
        ...{ kind: 'list', of: shapeOf(pair.of) },
        ...(pair.isText ? { text: pair.rust === 'string' ? 'utf8' : 'bytes' } : {}),
        ...(pair.room === undefined ? {} : { most: pair.room - (pair.isText ? 1 : 0) }),
        ...(pair.writtenRoom === undefined ? {} : { most: 0 }),
      };
    case 'callback':
      return pair.script;
    case 'record':
      if (pair.isBare === true) return shapeOf(listOfBare(pair));
      return {
        kind: 'record',
        name: pair.path ?? pair.c,
        fields: pair.fields.map((field) => shapeOfField(field, pair.fields)),
      };
    case 'tagged':
      return {
        ...{ kind: 'choice', name: pair.path, bits: pair.tag.bits, signed: pair.tag.signed },
        choices: pair.variants.map(({ name, value, fields, isEnd }) => ({
          ...{ name, tag: value, isEnd },
          fields: fields.map((field) => shapeOfField(field, fields)),
        })),
      };
    case 'nullable': {
      const of = shapeOf(pair.of);
      return pair.isLink === true
        ? { kind: 'nullable', of, isLink: true }
        : { kind: 'nullable', of };
    }
    case 'end':
    case 'absent':
    case 'untouched':
      return { kind: 'array', of: { kind: 'boolean' }, length: 0 };
    case 'pointer':
      return shapeOf(pair.of);
    case 'place': {
      const { of, into } = pair;
      if (into.kind === 'list') return shapeOf(of);
      return shapeOf({ ...of, within: { least: 0n, most: BigInt(into.length) - 1n } });
    }
  }
}

function shapeOfField({ rust, pair }: PairField, all: readonly PairField[]) {
  const place = pair.kind === 'nullable' ? pair.of : pair;
  const shape = {
    ...{ name: rust, shape: shapeOf(pair) },
    ...(place.kind === 'place' && place.into.kind === 'list'
      ? { place: { list: place.into.rust, side: place.into.side } }
      : {}),
  };
  if (pair.kind !== 'list' || pair.lengthFrom === undefined) return shape;
  const rustName = (c: string) => all.find((field) => field.c === c)?.rust ?? c;
  return { ...shape, length: withNames(pair.lengthFrom, rustName) };
}
