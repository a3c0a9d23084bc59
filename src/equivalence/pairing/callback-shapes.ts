import type { Shape } from '../cases/shape.ts';
import { NotComparable } from '../not-comparable.ts';
import type { CallbackAnswer, CallbackArgument, CallbackPair, Pair } from './pair.ts';
import { shapeOf } from './shape-of-pair.ts';

const BYTE: Shape = { kind: 'integer', bits: 8, signed: false };

/**
 * The shape of the script by which a callback answers.
 * @param changes whether it changes what it is given, by a byte each time
 */
export function callbackScriptShape(answer: CallbackAnswer, changes: boolean): Shape {
  const answers = answersShape(answer);
  if (!changes) return answers;
  const fields = [
    { name: 'answers', shape: answers },
    { name: 'changes', shape: { kind: 'list', of: BYTE } },
  ] as const;
  return { kind: 'record', name: 'script', fields };
}

function answersShape(answer: CallbackAnswer): Shape {
  switch (answer.kind) {
    case 'nothing':
      return { kind: 'array', of: { kind: 'boolean' }, length: 0 };
    case 'value':
      return { kind: 'list', of: shapeOf(answer.pair) };
    case 'codes':
      return { kind: 'list', of: BYTE };
    case 'filled': {
      const fields = [
        { name: 'data', shape: { kind: 'list', of: shapeOf(answer.of) } },
        { name: 'pieces', shape: { kind: 'list', of: BYTE } },
      ] as const;
      return { kind: 'record', name: 'script', fields };
    }
    case 'order':
      return BYTE;
  }
}

/** The shape of what is noted of the calls. */
export function callbackCallsShape(pair: CallbackPair): Shape {
  const fields = pair.arguments.flatMap((argument) => {
    const shape = noteShape(argument);
    const name = argument.kind === 'room' ? 'room' : `${argument.c + 1}`;
    return shape === undefined ? [] : [{ name, shape }];
  });
  return { kind: 'list', of: { kind: 'record', name: 'call', fields } };
}

function noteShape(argument: CallbackArgument): Shape | undefined {
  switch (argument.kind) {
    case 'value':
    case 'elements':
      return shapeOf(argument.pair);
    case 'one': {
      const shape = shapeOf(argument.pair);
      return argument.isNullable ? { kind: 'nullable', of: shape } : shape;
    }
    case 'room':
      return { kind: 'integer', bits: 32, signed: false };
    case 'object':
      return undefined;
  }
}

/** The callbacks that a value of a pair holds. */
export function callbacksIn(pair: Pair): CallbackPair[] {
  switch (pair.kind) {
    case 'callback':
      return [pair];
    case 'record':
      return pair.fields.flatMap((field) => callbacksIn(field.pair));
    case 'tagged':
      return pair.variants.flatMap(({ fields }) => fields.flatMap((f) => callbacksIn(f.pair)));
    case 'array':
    case 'list':
    case 'nullable':
    case 'pointer':
      return callbacksIn(pair.of);
    default:
      return [];
  }
}

/**
 * A pair of what is left of a record after a call, without the functions of the caller in it.
 * @throws NotComparable where one is behind a pointer, or in a list
 */
export function withoutFunctions(pair: Pair, name: string): Pair {
  if (pair.kind !== 'record') {
    if (callbacksIn(pair).length === 0) return pair;
    throw new NotComparable(`what becomes of the functions in ${name} is not seen`);
  }
  const fields = pair.fields.filter(({ pair: field }) => {
    return (
      field.kind !== 'callback' && !(field.kind === 'nullable' && field.of.kind === 'callback')
    );
  });
  return {
    ...pair,
    fields: fields.map((field) => ({ ...field, pair: withoutFunctions(field.pair, name) })),
  };
}

/** Each callback that calls of the harness are given, once. */
export function callbacksOf(
  calls: readonly {
    readonly plan: { readonly rust: readonly { readonly pair: Pair | undefined }[] };
  }[],
): CallbackPair[] {
  const all = calls.flatMap(({ plan }) =>
    plan.rust.flatMap(({ pair }) => (pair === undefined ? [] : callbacksIn(pair))),
  );
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
