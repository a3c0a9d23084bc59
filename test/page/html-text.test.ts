import { expect, test } from '@jest/globals';
import { breakablePath, escapeHtml, prose, sentence } from '../../src/page/html-text.ts';

test('what HTML would read is escaped', () => {
  expect(escapeHtml(`<a href="x" id='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
  expect(escapeHtml('a\u202eb')).not.toContain('\u202e');
});

test('what stands between back-ticks is code', () => {
  expect(sentence('`a<b` and `c`')).toBe('<code>a&lt;b</code> and <code>c</code>');
  expect(sentence('one ` alone')).toBe('one ` alone');
});

test('several lines are one sentence', () => {
  expect(prose('a\n`b`')).toBe('a <code>b</code>');
});

test('a path may be broken behind each folder', () => {
  expect(breakablePath('a/b&/c.c')).toBe('a/<wbr>b&amp;/<wbr>c.c');
  expect(breakablePath('c.c')).toBe('c.c');
});
