import { describe, expect, test } from '@jest/globals';
import { linkVerdictSchema } from '../../../../src/github/isolated-worker/link-verdict.ts';
import { linkCheckOf } from '../../../../src/github/migrate/checks/link-check.ts';

const passed = {
  kind: 'passed' as const,
  ...{ linked: ['put', 'get', 'gone'], uncalled: ['get'], retirable: ['gone'], kept: [] },
};

describe('what the check says', () => {
  test('green, where the tests have called a function, and which they have not', () => {
    expect(
      linkCheckOf({ ...passed, kept: [{ name: 'left', because: 'it is not proven' }] }),
    ).toEqual({
      conclusion: 'success',
      title: 'The tests of the C program pass with 1 function in Rust, and never call 2 functions',
      summary: [
        'The C program called these in Rust, and its tests passed:\n\n- `put`',
        'Its tests passed with these in Rust, but never called them:\n\n- `get`',
        'No C calls these any more; its tests passed without the C functions:\n\n- `gone`',
        '`left` stayed C:\n\n```\nit is not proven\n```',
      ].join('\n\n'),
    });
    expect(linkCheckOf({ ...passed, linked: ['put'], uncalled: [], retirable: [] }).title).toBe(
      'The tests of the C program pass with 1 function in Rust',
    );
  });

  test('never green, where they have called none', () => {
    const check = linkCheckOf({ ...passed, linked: ['get', 'gone'] });
    expect(check).toMatchObject({
      ...{ conclusion: 'neutral', title: 'The tests of the C program never call the Rust' },
    });
    expect(check.summary).not.toContain('The C program called these');
  });

  test('red, with what the tests say, as text that does nothing', () => {
    const because = 'the tests fail with it: @ada ```\n<img src=x> #1';
    const check = linkCheckOf({ kind: 'failed', functions: [{ name: 'put', because }] });
    expect(check).toMatchObject({
      conclusion: 'failure',
      title: 'The tests of the C program fail with 1 function in Rust',
    });
    expect(check.summary).toContain(`\`put\`\n\n\`\`\`\`\n${because}\n\`\`\`\`\n`);
  });

  test('neither, where nothing could be said', () => {
    expect(
      linkCheckOf({ kind: 'not possible', reasons: ['make: no rule\nto test'] }),
    ).toMatchObject({
      ...{ conclusion: 'neutral', title: 'The C program could not be tested with the Rust' },
      summary: expect.stringContaining('```\nmake: no rule\nto test\n```'),
    });
  });
});

test('what a reader says is only believed with something in it', () => {
  for (const wrong of [
    { ...passed, linked: [] },
    { kind: 'failed', functions: [] },
    { kind: 'not possible', reasons: [] },
    { kind: 'passed' },
  ]) {
    expect(linkVerdictSchema.safeParse(wrong).success).toBe(false);
  }
});
