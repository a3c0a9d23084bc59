import { expect, test } from '@jest/globals';
import type { MigrationStep } from '../../../src/migration/steps/step.ts';
import { neededNames } from '../../../src/migration/transpile/needed-names.ts';

const STEP: MigrationStep = {
  functions: [
    {
      ...{ name: 'image_area', file: 'image.c', startLine: 1, endLine: 3, callers: '' },
      ...{ signature: 'int image_area(image_t *i)', returnsVoid: false, libraryCalls: [] },
      text: 'int image_area(image_t *i) { return product(i->width, height_of(i)); }',
      context: 'typedef struct image { int width; int height; } image_t;',
      callees: ['product', 'height_of', 'image_area', 'unknown'],
    },
  ],
};

test('what a step calls and the types that it shows stand under their Rust names', () => {
  const layout = {
    types: [
      { c: 'struct image', rust: 'image::Image', owner: '' },
      { c: 'struct image_list', rust: 'image::ImageList', owner: '' },
      { c: 'enum mode', owner: 'nothing' },
    ],
  };
  const rust = new Map([
    ['product', 'math::product'],
    ['height_of', 'image::Image::height'],
    ['other', 'math::other'],
  ]);
  expect([...neededNames(STEP, layout, rust)].sort()).toEqual(
    ['Image', 'height', 'math', 'product'].sort(),
  );
});
