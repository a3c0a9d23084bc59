import { expect, test } from '@jest/globals';
import {
  changedPlaces,
  placeLines,
  withPlaces,
} from '../../../src/migration/layout/changed-places.ts';
import { neededChanges } from '../../../src/migration/layout/needed-changes.ts';

const BEFORE = new Map([
  [
    'src/a.rs',
    'use x;\n\nuse y;\npub fn a() -> Nowhere {}\npub fn b(value: Old) {}\npub fn c() {}\n',
  ],
  ['src/b.rs', 'pub struct Old;\n'],
]);
const AFTER = new Map([
  [
    'src/a.rs',
    'use x;\nuse y;\npub fn a() -> u32 {}\npub fn b(value: Better) {}\npub fn c() {}\n\n',
  ],
  ['src/b.rs', 'pub struct Better;\n'],
]);

/** As a compiler: the type has to be there, and each name that is used. */
function builds(files: ReadonlyMap<string, string>): Promise<boolean> {
  const text = [...files.values()].join('');
  const isKnown = ['Old', 'Better'].every(
    (name) => text.includes(`: ${name}`) === text.includes(`struct ${name}`),
  );
  return Promise.resolve(isKnown && !text.includes('Nowhere'));
}

test('changes are places, and all of them make the other crate', () => {
  const places = changedPlaces(BEFORE, AFTER);
  expect(withPlaces(BEFORE, places)).toEqual(AFTER);
  expect(withPlaces(BEFORE, [])).toEqual(BEFORE);
  expect(changedPlaces(BEFORE, BEFORE)).toEqual([]);
});

test('what the build does not need is taken back, a new name at all its places', async () => {
  const places = await neededChanges(BEFORE, AFTER, builds);
  const text = withPlaces(BEFORE, places).get('src/a.rs');
  expect(text).toContain('pub fn a() -> u32 {}');
  expect(withPlaces(BEFORE, places).get('src/b.rs')).toBe('pub struct Old;\n');
});

test('a place that was needed is shown with what was there', async () => {
  const after = new Map([
    ['src/a.rs', (BEFORE.get('src/a.rs') ?? '').replace('Nowhere', 'u32')],
    ['src/b.rs', 'pub struct Old;\n\n'],
  ]);
  const [place, ...more] = await neededChanges(BEFORE, after, builds);
  expect(more).toEqual([]);
  expect(place === undefined ? [] : placeLines(place)).toEqual([
    'src/a.rs:4',
    '- pub fn a() -> Nowhere {}',
    '+ pub fn a() -> u32 {}',
  ]);
});
