import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { errorCode } from '../../../src/workspace/files/error-code.ts';
import type { Language } from '../corpus.ts';

/** A function with a defect that is always found, which shows whether its part of a file was examined. */
export interface Canary {
  /** Below the folder of the input. */
  readonly file: string;
  readonly name: string;
  readonly language: Language;
  /** Whether it is code, whatever the rest of the file says. */
  readonly isSure: boolean;
}

/** The text of such a function, without the end of its line. */
export function canaryText({ name, language }: Pick<Canary, 'name' | 'language'>): string {
  return language === 'rust'
    ? `pub fn ${name}() -> u8 { let p: *const u8 = std::ptr::null(); unsafe { *p } }`
    : `int ${name}(void) { char line[8]; gets(line); return line[0]; }`;
}

/**
 * Whether one is code: where that is not sure, a preprocessor says so. What it is within, an
 * initialiser for example, it does not know.
 * @param folder that of the input
 */
export function isCode(canary: Canary, folder: string): boolean {
  if (canary.language === 'rust') return canary.isSure;
  const language = canary.language === 'c' ? 'c' : 'c++';
  const args = ['-E', '-P', '-w', '-x', language, '-nostdinc', join(folder, canary.file)];
  const { error, stdout } = spawnSync('clang', args, { timeout: 10_000, maxBuffer: 2 ** 28 });
  if (errorCode(error) === 'ENOENT') return canary.isSure;
  // What is missing of its headers is no reason to doubt the rest, which is given all the same.
  if (error !== undefined) return false;
  const call = new RegExp(
    `^int ${canary.name}\\(void\\) \\{ char line\\[8\\]; gets\\(line\\);`,
    'm',
  );
  return call.test(stdout.toString('latin1'));
}
