import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Copies a folder to a temporary one, calls `use` with that and removes it: a tree that may be
 * written to. What git keeps, links, and what is no file are left out.
 * @param name of the copy's folder, where a program depends on it; a random one when missing
 */
export async function withTreeCopy<Result>(
  folder: string,
  use: (copy: string) => Promise<Result>,
  name = '',
): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), 'rustward-'));
  const copy = join(home, name);
  try {
    cpSync(folder, copy, { recursive: true, filter: isCopied });
    return await use(copy);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function isCopied(path: string): boolean {
  const entry = lstatSync(path);
  return basename(path) !== '.git' && (entry.isFile() || entry.isDirectory());
}
