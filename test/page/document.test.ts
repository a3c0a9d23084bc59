import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { htmlDocument } from '../../src/page/document.ts';

const PARTS = {
  ...{ title: 'a < b', style: 'p { margin: 0 }', script: 'start();' },
  ...{ styleWithoutScript: 'p { color: red }', body: '<p>text</p>' },
};

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The directives of the policy in the head of a page. */
function policyOf(page: string): string[] | undefined {
  return /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.split('; ');
}

test('a page runs its own script and shows its own style, and reaches nothing else', () => {
  const page = htmlDocument(PARTS);
  expect(policyOf(page)).toEqual([
    "default-src 'none'",
    `script-src ${hash(PARTS.script)}`,
    `style-src ${hash(PARTS.style)} ${hash(PARTS.styleWithoutScript)}`,
    // What got past the escaping cannot turn the links of the page to another place.
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(page).toContain('<title>a &lt; b</title>');
});

test('the forms of a page go where they are meant to', () => {
  const page = htmlDocument({ ...PARTS, formAction: 'https://example.com' });
  expect(policyOf(page)).toContain('form-action https://example.com');
});
