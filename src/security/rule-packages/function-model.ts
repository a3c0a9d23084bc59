import * as z from 'zod';
import type { CallModel, Result, Size, Write } from '../../code/library-models/call-model.ts';
import { nullWord } from './null-word.ts';
import { oneOrMore } from './one-or-more.ts';

/** A position of an argument, counted from 1 as people do. */
const argument = z.int().min(1).max(30);

const source = z.enum(['argv', 'environment', 'file', 'network', 'stdin']);

const size = z.strictObject({
  argument: argument.exactOptional(),
  times: argument.exactOptional().meta({ description: 'another argument to multiply it with' }),
  text: argument
    .exactOptional()
    .meta({ description: 'the length of the text in this argument, with its NUL' }),
  bytes: z.int().nonnegative().exactOptional(),
});

const resource = z
  .enum(['memory', 'file', 'descriptor', 'directory', 'pipe', 'mapping', 'socket', 'other'])
  .default('memory');

const returns = z
  .strictObject({
    memory: z
      .strictObject({
        what: resource,
        size: size.exactOptional(),
        failure: z.enum(['null', 'negative', 'never']).or(nullWord).default('null'),
        zeroed: z.boolean().default(false),
      })
      .exactOptional()
      .meta({ description: 'what the caller has to give back' }),
    text: z
      .strictObject({ from: source.exactOptional(), may_be_null: z.boolean().default(false) })
      .exactOptional()
      .meta({ description: 'a pointer to text or data that the caller does not own' }),
    number: z
      .strictObject({
        from: source.exactOptional(),
        at_least: z.number().exactOptional(),
        at_most: z.number().exactOptional(),
        at_most_argument: argument.exactOptional(),
      })
      .exactOptional(),
    argument: argument.exactOptional().meta({ description: 'it gives this argument back' }),
  })
  .refine((value) => Object.keys(value).length === 1, {
    message: 'must have one of memory, text, number and argument',
  });

/** What a file of rules says of a function that the scanned code calls and does not hold. */
export const functionSchema = z.strictObject({
  name: oneOrMore(z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of a function')),
  returns: returns.exactOptional(),
  writes: z
    .array(
      z.strictObject({
        argument,
        size: size
          .exactOptional()
          .meta({ description: 'at most so much; without: no bound at all' }),
        copies: argument.exactOptional(),
        appends: z.boolean().default(false),
        from: source.exactOptional(),
        terminated: z.enum(['yes', 'no', 'maybe']).default('no'),
      }),
    )
    .exactOptional(),
  reads: z
    .array(z.strictObject({ argument, size: size.exactOptional() }))
    .exactOptional()
    .meta({ description: 'memory that it reads; without a size: up to the NUL' }),
  releases: z.strictObject({ argument, what: resource }).exactOptional(),
  not_null: z.array(argument).exactOptional(),
  keeps: z
    .array(argument)
    .exactOptional()
    .meta({ description: 'arguments that stay in use after the call, so that they are not lost' }),
  printf_format: argument.exactOptional(),
  scanf_format: argument.exactOptional(),
  fails_with: z
    .enum(['null', 'negative', 'nonzero', 'short'])
    .or(nullWord)
    .exactOptional()
    .meta({ description: 'how a failure shows in the result, where ignoring it is a defect' }),
});
type FunctionModel = z.output<typeof functionSchema>;

/** What the flow analysis knows of a function that is declared so. */
export function callModelOf(declared: FunctionModel): CallModel {
  const { returns: result, writes, reads, releases, not_null: nonNull, keeps } = declared;
  return {
    ...(result === undefined ? {} : { result: resultOf(result) }),
    ...(writes === undefined ? {} : { writes: writes.map(writeOf) }),
    ...(reads === undefined
      ? {}
      : {
          reads: reads.map((read) => ({
            arg: read.argument - 1,
            ...(read.size === undefined ? {} : { size: sizeOf(read.size) }),
          })),
        }),
    ...(releases === undefined
      ? {}
      : { releases: releases.argument - 1, family: familyOf(releases.what) }),
    ...(nonNull === undefined ? {} : { nonNull: nonNull.map((one) => one - 1) }),
    ...(keeps === undefined ? {} : { keeps: keeps.map((one) => one - 1) }),
    ...(declared.printf_format === undefined ? {} : { format: declared.printf_format - 1 }),
    ...(declared.scanf_format === undefined ? {} : { scan: declared.scanf_format - 1 }),
    ...(declared.fails_with === undefined ? {} : { failure: declared.fails_with }),
  };
}

function resultOf(result: z.output<typeof returns>): Result {
  const { memory, text, number, argument: given } = result;
  if (memory !== undefined)
    return {
      kind: 'allocation',
      family: familyOf(memory.what),
      failure: memory.failure,
      ...(memory.size === undefined ? {} : { size: sizeOf(memory.size) }),
      ...(memory.zeroed ? { zeroed: true } : {}),
    };
  if (text !== undefined)
    return {
      kind: 'pointer',
      nullable: text.may_be_null,
      ...(text.from === undefined ? {} : { taint: text.from }),
    };
  if (given !== undefined) return { kind: 'argument', arg: given - 1 };
  return {
    kind: 'integer',
    ...(number?.from === undefined ? {} : { taint: number.from }),
    ...(number?.at_least === undefined ? {} : { lo: number.at_least }),
    ...(number?.at_most === undefined ? {} : { hi: number.at_most }),
    ...(number?.at_most_argument === undefined ? {} : { atMost: number.at_most_argument - 1 }),
  };
}

function writeOf(write: NonNullable<FunctionModel['writes']>[number]): Write {
  return {
    arg: write.argument - 1,
    terminated: write.terminated,
    ...sizeOfWrite(write),
    ...(write.copies === undefined ? {} : { from: write.copies - 1 }),
    ...(write.appends ? { append: true } : {}),
    ...(write.from === undefined ? {} : { taint: write.from }),
  };
}

/** A text that is copied is as long as it is where nothing else is said. */
function sizeOfWrite({ size: given, copies }: NonNullable<FunctionModel['writes']>[number]): {
  readonly size?: Size;
} {
  if (given !== undefined) return { size: sizeOf(given) };
  return copies === undefined ? {} : { size: { text: copies - 1 } };
}

function sizeOf({ argument: arg, times, text, bytes }: z.output<typeof size>): Size {
  return {
    ...(arg === undefined ? {} : { arg: arg - 1 }),
    ...(times === undefined ? {} : { times: times - 1 }),
    ...(text === undefined ? {} : { text: text - 1 }),
    ...(bytes === undefined ? {} : { bytes }),
  };
}

function familyOf(what: z.output<typeof resource>) {
  return what === 'memory' ? 'malloc' : what;
}
