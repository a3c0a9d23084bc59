import { expect, test } from '@jest/globals';
import { drawSvg } from '../../../src/migration/diagrams/svg.ts';

test('a drawing begins with the picture itself, and its style stands inside', async () => {
  const svg = await drawSvg('digraph { first -> second }');
  expect(svg).toMatch(/^<svg [^<>]+>\n<style>\n[^<>]+\n<\/style>\s*<g /);
  expect(svg.match(/<style>/g)).toHaveLength(1);
  expect(svg).toContain('>second</text>');
});
