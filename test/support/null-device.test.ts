import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { keepNullDevice } from './null-device.ts';
import { temporaryFolder } from './temporary-folder.ts';

const isRoot = process.getuid?.() === 0;

describe('keepNullDevice', () => {
  test('leaves the device alone', () => {
    expect(keepNullDevice).not.toThrow();
  });

  (isRoot ? test : test.skip)('tells of a file in its place', () => {
    const path = join(temporaryFolder({ null: 'thrown away' }), 'null');
    expect(() => keepNullDevice(path)).toThrow('was no device when this test file');
    // Where devices may not be made, nothing is there.
    const entry = statSync(path, { throwIfNoEntry: false });
    expect(entry === undefined || entry.isCharacterDevice()).toBe(true);
  });
});
