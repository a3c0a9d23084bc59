import { describe, expect, test } from '@jest/globals';
import { rememberedForStep } from '../../../src/migration/pipeline/remembered-for-step.ts';
import type { MappedSymbol } from '../../../src/migration/state/symbol-map.ts';
import type { CFunctionSource } from '../../../src/migration/steps/step.ts';
import { EQUAL } from '../../support/mapped-project.ts';

function source(name: string, callees: readonly string[] = []): CFunctionSource {
  const text = `int ${name}(int n)\n{\n    return n;\n}`;
  return {
    ...{ name, file: 'a.c', startLine: 1, endLine: 4, signature: `int ${name}(int n)`, text },
    ...{ returnsVoid: false, context: '', callers: '', callees, libraryCalls: [] },
  };
}

function mapped(name: string, ...remarks: string[]): MappedSymbol {
  return {
    ...{
      c_name: name,
      c_qname: name,
      c_file: 'a.c',
      start_line: 1,
      end_line: 4,
      module: 'src/a.rs',
    },
    ...{ rust_symbol: `a::${name}`, signature: '', evidence: EQUAL, remarks, updated_at: 'now' },
  };
}

const LEAF = { functions: [source('leaf')] };
const ROOT = { functions: [source('root', ['leaf', 'root'])] };
const STEPS = [LEAF, { functions: [source('other')] }, ROOT];

describe('the questions about a step', () => {
  test('are told what was remarked when what it calls was migrated, and of nothing else', () => {
    const symbols = [
      mapped('leaf', 'the C wraps\nat 255', 'The reviewer gave no answer that can be read.'),
      mapped('other', 'no'),
      mapped('root', 'no'),
    ];
    expect(rememberedForStep(ROOT, STEPS, symbols, undefined)).toEqual([
      '- leaf, migrated as a::leaf: the C wraps at 255',
    ]);
    expect(rememberedForStep(LEAF, STEPS, symbols, undefined)).toEqual([]);
  });

  test('are told what reviews have learnt of its functions and of those that they call', () => {
    const asked: string[][] = [];
    const recall = (functions: readonly { name: string; text: string }[]) => {
      asked.push(functions.map(({ name }) => name));
      return functions.map(({ name, text }) => `- ${name}: ${text.length} characters`);
    };
    const step = { functions: [source('a.c:root', ['leaf'])] };
    expect(rememberedForStep(step, STEPS, [], recall)).toEqual([
      '- root: 37 characters',
      '- leaf: 33 characters',
    ]);
    expect(asked).toEqual([['root', 'leaf']]);
  });

  test('are told so much at most', () => {
    const remarks = Array.from({ length: 30 }, (_, at) => `${at} ${'long '.repeat(500)}`);
    const lines = rememberedForStep(ROOT, STEPS, [mapped('leaf', ...remarks)], undefined);
    expect(lines.length).toBeLessThan(10);
    for (const line of lines) expect(line.length).toBeLessThan(700);
  });
});
