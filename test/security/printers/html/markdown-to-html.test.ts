import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markdownToHtml } from '../../../../src/security/printers/html/markdown-to-html.ts';

test.each([
  ['one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
  ['## Why\nso', '<p class="heading">Why</p><p>so</p>'],
  ['```c\nif (a < b)\n\n  x();\n```', '<pre><code>if (a &lt; b)\n\n  x();</code></pre>'],
  ['```\nnever closed', '<pre><code>never closed</code></pre>'],
  ['- a\n  b\n- `c`\n\nd', '<ul><li>a b</li><li><code>c</code></li></ul><p>d</p>'],
  ['**a** *b* `*c*`', '<p><strong>a</strong> <em>b</em> <code>*c*</code></p>'],
  ['[x](https://a.example/b)', '<p><a href="https://a.example/b" rel="noreferrer">x</a></p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['<b onclick="x">', '<p>&lt;b onclick=&quot;x&quot;&gt;</p>'],
])('%j', (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});

test('any text ends, and makes no element but its own', () => {
  const text = fc.string({
    unit: fc.constantFrom('*', '`', '-', ' ', '\n', '<', '#', '[', ']', '(', 'a'),
  });
  fc.assert(
    fc.property(text, (markdown) => {
      const html = markdownToHtml(markdown);
      const tags = html.match(/<\/?[^>]*>/g) ?? [];
      const own = /^<\/?(p|p class="heading"|pre|code|ul|li|strong|em)>$/;
      expect(tags.filter((tag) => !own.test(tag))).toEqual([]);
      expect(html.replace(/<[^>]*>/g, '')).not.toContain('<');
    }),
  );
});
