import type { CodeDictionary } from './code-dictionary.ts';
import { type DataInput, limitsOfType, type NumberLimits } from './data-input.ts';
import type { CaseValue } from './read-case.ts';

/** A function, and what is given for each of its parameters. */
export interface DataCall {
  readonly name: string;
  readonly inputs: readonly DataInput[];
}

/** How many cases a driver tries, and for how many seconds of a processor. */
export interface SearchLimits {
  readonly cases: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Whether an input differs from one case to the next. */
export function isTried({ kind }: DataInput): boolean {
  return kind === 'number' || kind === 'text' || kind === 'bytes';
}

/** The driver that tries inputs; which, the kit decides. */
export function searchDriver(
  { name, inputs }: DataCall,
  { numbers, words }: CodeDictionary,
  { cases, seconds, seed }: SearchLimits,
): string {
  const tried = inputs.filter(isTried);
  const place = (at: number) => inputs.slice(0, at).filter(isTried).length;
  const values = inputs.map((input, at): string => {
    switch (input.kind) {
      case 'number':
        return `rustward_number(${place(at)})`;
      case 'length':
        return `rustward_length(${place(input.of)})`;
      case 'end':
        return endOf(input.of, inputs, `rustward_length(${place(input.of)})`);
      default:
        return statedValue(input, at);
    }
  });
  return [
    '#include "search.h"',
    '#include <stdlib.h>',
    '',
    'static void one_case(void)',
    '{',
    ...inputs.flatMap((input, at) =>
      isMemory(input)
        ? [`    void *${blockName(at)} = ${blockOf(input, `rustward_block(${place(at)})`)};`]
        : [],
    ),
    `    ${name}(${values.join(', ')});`,
    ...inputs.flatMap((input, at) =>
      input.kind === 'room' ? [`    free(${blockName(at)});`] : [],
    ),
    '}',
    '',
    'int main(void)',
    '{',
    `    static const struct rustward_input inputs[] = {${tried.map(inputText).join(', ') || '{0}'}};`,
    `    static const unsigned long long numbers[] = {${numbers.map(unsigned).join(', ') || '0'}};`,
    `    static const char *const words[] = {${words.map(stringText).join(', ') || '""'}};`,
    `    static const struct rustward_dictionary dictionary = {numbers, ${numbers.length}, words, ${words.length}};`,
    `    static const struct rustward_limits limits = {${cases}, ${seconds}, ${seed}};`,
    `    return rustward_search(inputs, ${tried.length}, one_case, &dictionary, &limits);`,
    '}',
    '',
  ].join('\n');
}

/** The driver for one case, with nothing else in it. */
export function caseDriver({ name, inputs }: DataCall, values: readonly CaseValue[]): string {
  const given = new Map<number, CaseValue>();
  for (const [at, input] of inputs.entries()) {
    const value = isTried(input) ? values[given.size] : undefined;
    if (value !== undefined) given.set(at, value);
  }
  const bytesOf = (at: number): Buffer => {
    const value = given.get(at);
    return value?.kind === 'bytes' ? value.bytes : Buffer.alloc(0);
  };
  const countOf = (at: number): number => {
    const value = given.get(at);
    return value?.kind === 'bytes' ? value.count : 0;
  };
  const args = inputs.map((input, at): string => {
    switch (input.kind) {
      case 'number': {
        const value = given.get(at);
        return numberText(value?.kind === 'number' ? value.number : 0n, input.limits);
      }
      case 'length':
        return String(countOf(input.of));
      case 'end':
        return endOf(input.of, inputs, String(countOf(input.of)));
      default:
        return statedValue(input, at);
    }
  });
  const blocks = inputs.flatMap((input, at): string[] => {
    if (input.kind === 'text' || input.kind === 'bytes') {
      const bytes = bytesOf(at);
      const all = input.kind === 'text' ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
      return [
        `    static const unsigned char ${blockName(at)}_bytes[] = {${byteTexts(all)}};`,
        `    unsigned char *${blockName(at)} = block(${blockName(at)}_bytes, ${all.length});`,
      ];
    }
    return isMemory(input) ? [`    unsigned char *${blockName(at)} = ${blockOf(input, '')};`] : [];
  });
  return [
    '#include <stdlib.h>',
    '#include <string.h>',
    '',
    '/* A block of just the size, so that each access behind it is seen; an empty one ends where it begins. */',
    'static unsigned char *block(const void *bytes, size_t size)',
    '{',
    '    unsigned char *memory = malloc(size == 0 ? 16 : size);',
    '    if (memory == NULL) exit(96);',
    '    if (size == 0) return memory + 16;',
    '    memcpy(memory, bytes, size);',
    '    return memory;',
    '}',
    '',
    'int main(void)',
    '{',
    ...blocks,
    `    ${name}(${args.join(', ')});`,
    '    return 0;',
    '}',
    '',
  ].join('\n');
}

function isMemory({ kind }: DataInput): boolean {
  return kind === 'text' || kind === 'bytes' || kind === 'room';
}

function blockName(at: number): string {
  return `block_${at + 1}`;
}

function blockOf(input: DataInput, tried: string): string {
  return input.kind === 'room' ? `calloc(1, ${input.size})` : tried;
}

function endOf(of: number, inputs: readonly DataInput[], count: string): string {
  const memory = inputs[of];
  const size = memory?.kind === 'bytes' ? memory.elementSize : 1;
  return `(void *)((char *)${blockName(of)} + ${count} * ${size})`;
}

function statedValue(input: DataInput, at: number): string {
  if (input.kind === 'fixed') return numberText(input.value, limitsOfType(LONG));
  return input.kind === 'literal' ? `(void *)${stringText(input.text)}` : blockName(at);
}

const LONG = { bits: 64, signed: true };

function inputText(input: DataInput): string {
  const kind = { number: 'NUMBER', text: 'TEXT', bytes: 'BYTES' } as const;
  if (input.kind !== 'number' && input.kind !== 'text' && input.kind !== 'bytes') return '{0}';
  const limits = input.kind === 'number' ? input.limits : input.length;
  const span = limits.most - limits.least;
  const excluded = limits.excluded.map(unsigned);
  const size = input.kind === 'bytes' ? input.elementSize : 1;
  const isBlank = input.kind === 'bytes' && input.isBlank ? 1 : 0;
  const all = [
    ...[`RUSTWARD_${kind[input.kind]}`, unsigned(limits.least), unsigned(span), size],
    ...[excluded.length, `{${excluded.join(', ') || '0'}}`, isBlank],
  ];
  return `{${all.join(', ')}}`;
}

function unsigned(value: bigint): string {
  return `${BigInt.asUintN(64, value)}ULL`;
}

/** A number as its type has it. */
function numberText(value: bigint, { least }: NumberLimits): string {
  if (least >= 0n) return `${BigInt.asUintN(64, value)}ULL`;
  const signed = BigInt.asIntN(64, value);
  // The least of all has no literal.
  return signed === -(1n << 63n) ? '(-9223372036854775807LL - 1)' : `${signed}LL`;
}

function byteTexts(bytes: Buffer): string {
  return bytes.length === 0 ? '0' : [...bytes].join(', ');
}

function stringText(text: string): string {
  const escaped = [...Buffer.from(text, 'latin1')].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${escaped.join('')}"`;
}
