import { expect, test } from '@jest/globals';
import { STYLE } from '../../../../src/security/printers/html/style.ts';

const COLOURS = new Map(
  [...STYLE.matchAll(/--([\w-]+):light-dark\((#\w{6}),(#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(text: string, surface: string, theme: 'light' | 'dark'): number {
  const [a = 0, b = 0] = [text, surface]
    .map((name) => luminance(COLOURS.get(name)?.[theme] ?? ''))
    .sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

const TEXT: [string, string][] = [
  ...['page', 'surface', 'sunken', 'hit', 'mark', 'good-soft'].map((on): [string, string] => [
    'ink',
    on,
  ]),
  ...['page', 'surface', 'sunken'].map((on): [string, string] => ['quiet', on]),
  ...['page', 'surface', 'sunken', 'accent-soft'].map((on): [string, string] => ['accent', on]),
  ...['high', 'medium', 'low', 'good'].map((name): [string, string] => [name, `${name}-soft`]),
];
const DRAWN: [string, string][] = [
  ...['high-fill', 'medium-fill', 'low-fill', 'accent'].map((name): [string, string] => [
    name,
    'surface',
  ]),
  ['edge', 'surface'],
  ['edge', 'page'],
  ['good', 'surface'],
];

test.each(['light', 'dark'] as const)('colours keep their distance when it is %s', (theme) => {
  const tooClose = (pairs: readonly [string, string][], least: number) =>
    pairs
      .filter(([text, surface]) => !(contrast(text, surface, theme) >= least))
      .map(([text, surface]) => `${text} on ${surface}: ${contrast(text, surface, theme)}`);
  expect(tooClose(TEXT, 4.5)).toEqual([]);
  expect(tooClose(DRAWN, 3)).toEqual([]);
});
