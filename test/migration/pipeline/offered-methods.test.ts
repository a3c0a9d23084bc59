import { describe, expect, test } from '@jest/globals';
import { evidenceSchema } from '../../../src/equivalence/evidence/evidence.ts';
import { offeredMethods } from '../../../src/migration/pipeline/offered-methods.ts';
import type { MappedSymbol } from '../../../src/migration/state/symbol-map.ts';
import type { CFunctionSource } from '../../../src/migration/steps/step.ts';
import { EQUAL } from '../../support/mapped-project.ts';

function source(name: string, parameters: string, body: string): CFunctionSource {
  const signature = `int ${name}(${parameters})`;
  return {
    ...{ name, file: 'a.c', startLine: 1, endLine: 4, signature, text: `${signature}\n{${body}}` },
    ...{ returnsVoid: false, context: '', callers: '', callees: [], libraryCalls: [] },
  };
}

function mapped(name: string, evidence: MappedSymbol['evidence'] = EQUAL): MappedSymbol {
  return {
    ...{ c_name: name, c_qname: name, c_file: 'a.c', start_line: 1, end_line: 4 },
    ...{ module: 'src/a.rs', rust_symbol: `a::${name}`, remarks: [], updated_at: 'now', evidence },
    signature: `pub fn ${name}(data: &[u8]) -> Option<u32>`,
  };
}

const NO_INPUTS = evidenceSchema.parse({ ...EQUAL, cases: 0 });
const BUFFER = 'const char *data, size_t len';
const FIRST = { functions: [source('first', BUFFER, 'if (!data) return -1; return 0;')] };
const SECOND = { functions: [source('second', BUFFER, 'if (!len) return -2; return 1;')] };
const UNLIKE = { functions: [source('unlike', BUFFER, 'return 0;')] };
const STEPS = [FIRST, SECOND, UNLIKE];

describe('the methods offered to a step', () => {
  test('are of a function of the same kind, with its evidence', () => {
    expect(offeredMethods(SECOND, STEPS, [mapped('first')], [])).toEqual([
      '- A method that worked for C of this kind (takes a buffer and its length, returns negative numbers for errors): first became pub fn first(data: &[u8]) -> Option<u32>, the same as the C on 100 inputs',
    ]);
  });

  test('are none for the first function, for itself, or for an unlike task', () => {
    expect(offeredMethods(FIRST, STEPS, [], [])).toEqual([]);
    expect(offeredMethods(FIRST, STEPS, [mapped('first')], [])).toEqual([]);
    expect(offeredMethods(UNLIKE, STEPS, [mapped('first')], [])).toEqual([]);
  });

  test('are none whose evidence is weaker, or whose C is not there any more', () => {
    const unchecked = mapped('first', { kind: 'not checked', because: 'no compiler' });
    expect(offeredMethods(SECOND, STEPS, [unchecked], [])).toEqual([]);
    expect(offeredMethods(SECOND, STEPS, [mapped('first', NO_INPUTS)], [])).toEqual([]);
    expect(offeredMethods(SECOND, [SECOND], [mapped('first')], [])).toEqual([]);
  });

  test('are two at most, on one line each, and short, whatever the map says', () => {
    const many = ['a', 'b', 'c'].map((name) => ({
      functions: [source(name, BUFFER, 'return -1;')],
    }));
    const long = `pub fn x(\n${'y'.repeat(5000)})`;
    const symbols = ['c', 'b', 'a'].map((name) => ({ ...mapped(name), signature: long }));
    const offered = offeredMethods(SECOND, [...many, SECOND], symbols, []);
    expect(offered.map((line) => /: (\w) became/.exec(line)?.[1])).toEqual(['a', 'b']);
    expect(offered.join('\n').length).toBeLessThan(1500);
    expect(offered.join('\n').split('\n')).toHaveLength(2);
  });
});
