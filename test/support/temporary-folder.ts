import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with the files given, removed after the test. */
export function temporaryFolder(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = newFolder(files);
  made.push(folder);
  return folder;
}

/** A new folder with the files given, for all tests of a `describe`, in which this is called. */
export function folderForAll(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = newFolder(files);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-test-')));
  addFiles(folder, files);
  return folder;
}

export function addFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
