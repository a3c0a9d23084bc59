import { expect, test } from '@jest/globals';
import { isStub } from '../../../src/migration/crate/unwritten.ts';

test.each([
  '',
  'unimplemented!()',
  'todo!("later");',
  '// Body to be written\nunimplemented!();',
  '/* later */ todo!()',
])('a body that waits: %j', (body) => {
  expect(isStub(body)).toBe(true);
});

test.each(['0', 'todo!(); 1', '// todo!()\nrun()', 'let x = unimplemented!();'])(
  'a body that does something: %j',
  (body) => {
    expect(isStub(body)).toBe(false);
  },
);
