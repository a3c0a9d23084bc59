import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { parseTagged } from '../../../src/model/answers/parse-tagged.ts';

const schema = z.array(z.strictObject({ gid: z.number(), note: z.string().optional() }));

function problemOf(text: string): string {
  const parsed = parseTagged(text, 'REPORT', schema);
  return parsed.ok ? 'none' : parsed.problem;
}

describe('parseTagged reads', () => {
  test.each([
    ['a block', '<REPORT>[{"gid": 1}]</REPORT>'],
    ['a block within prose', 'I looked.\n<REPORT>\n[{"gid": 1}]\n</REPORT>\nThat is all.'],
    ['JSON5', '<REPORT>[{gid: 1,}, // the only one\n]</REPORT>'],
    ['a code fence in the block', '<REPORT>\n```json\n[{"gid": 1}]\n```\n</REPORT>'],
    ['an answer that is nothing but JSON', '[{"gid": 1}]'],
    ['one in a code fence', '```json\n[{"gid": 1}]\n```'],
  ])('%s', (_name, text) => {
    expect(parseTagged(text, 'REPORT', schema)).toEqual({ ok: true, value: [{ gid: 1 }] });
  });

  test('whatever was printed, tags in its strings included', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('</REPORT>', '<REPORT>[]</REPORT>', '```', '</REPORT><REPORT>[]'),
    );
    const value = fc.array(fc.record({ gid: fc.integer(), note: hostile }));
    fc.assert(
      fc.property(value, fc.constantFrom('', 'Look:\n'), (items, before) => {
        const text = `${before}<REPORT>${JSON.stringify(items)}</REPORT>`;
        expect(parseTagged(text, 'REPORT', schema)).toEqual({ ok: true, value: items });
      }),
    );
  });
});

describe('parseTagged refuses, and says why', () => {
  test.each([
    ['nothing', '', 'there is no <REPORT> block'],
    ['prose', 'It is fine.', 'there is no <REPORT> block'],
    ['a block without end', '<REPORT>[{"gid": 1}]', 'there is no </REPORT> after <REPORT>'],
    ['no JSON', '<REPORT>[{gid}]</REPORT>', 'what stands in <REPORT> is no JSON'],
    ['a code fence within it', '<REPORT>[{"gid":\n```json\n1}]</REPORT>', 'is no JSON'],
    ['two blocks', '<REPORT>[]</REPORT> or <REPORT>[]</REPORT>', 'more than one <REPORT> block'],
    ['another form', '<REPORT>[{"gid": "1"}]</REPORT>', 'at 0.gid'],
    ['a field too many', '<REPORT>[{"gid": 1, "ok": true}]</REPORT>', 'there is no key'],
  ])('%s', (_name, text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  test('any text, without ever throwing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<REPORT>', '</REPORT>', '[', ']', '{"gid":1}', ',')),
        (parts) => {
          const text = parts.join('');
          const parsed = parseTagged(text, 'REPORT', schema);
          if (parsed.ok) expect(schema.safeParse(parsed.value).success).toBe(true);
          else expect(parsed.problem).toMatch(/^[^\n]+$/);
        },
      ),
    );
  });
});
