import { describe, expect, test } from '@jest/globals';
import { codeKey, memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { recallUnasked } from '../../../src/agent/memory/recall-unasked.ts';

const PARSE = { name: 'parse', text: 'int parse(int n)\n{\n    return n;\n}' };

function remark(content: string, fn = PARSE) {
  const about = codeKey(fn.name, fn.text);
  return memoryRecord({ type: 'fact', tags: [fn.name], content }, new Date(0), { about });
}

function noted(content: string) {
  return memoryRecord({ type: 'decision', tags: [], content }, new Date(0));
}

const none = { remarks: [], general: [] };

describe('recallUnasked', () => {
  test('tells what was learnt of just this code, the newest first, on one line each', () => {
    const remarks = [remark('trusts the length'), remark('has one\ncaller')];
    expect(recallUnasked([PARSE], '', { ...none, remarks })).toEqual([
      ...['- parse: has one caller', '- parse: trusts the length'],
    ]);
    const laidOut = { ...PARSE, text: 'int parse(int n) {\n\treturn n; }' };
    expect(recallUnasked([laidOut], '', { ...none, remarks })).toHaveLength(2);
  });

  test('tells nothing of another version, of another function, or of none', () => {
    const changed = { ...PARSE, text: PARSE.text.replace('return n', 'return n + 1') };
    const renamed = { ...PARSE, name: 'read' };
    const remarks = [remark('trusts the length'), noted('parse is fine')];
    expect(recallUnasked([changed, renamed], 'parse', { ...none, remarks })).toEqual([]);
  });

  test('tells what people have noted that has words of the question, before what was learnt', () => {
    const general = [noted('xmalloc never returns null'), noted('the parse tree is owned by main')];
    expect(recallUnasked([PARSE], 'overflow', { remarks: [remark('r')], general })).toEqual([
      ...['- the parse tree is owned by main', '- parse: r'],
    ]);
  });

  test('has a bound', () => {
    const remarks = Array.from({ length: 50 }, (_, at) => remark(`${at} ${'long '.repeat(100)}`));
    const lines = recallUnasked([PARSE], '', { ...none, remarks });
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('\n').length).toBeLessThan(3100);
    expect(lines[0]).toContain('- parse: 49 ');
  });
});
