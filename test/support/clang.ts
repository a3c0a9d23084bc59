import { describe } from '@jest/globals';
import { type Clang, findClang } from '../../src/migration/scan/clang-program.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import type { Sandbox } from '../../src/workspace/sandbox/sandbox.ts';

const sandbox = await findSandbox();
const clang = await findClang().catch(() => undefined);

/** Counted as skipped, by its name, where there is no clang or no sandbox for it. */
export const withClang = clang === undefined || !sandbox.isolates ? describe.skip : describe;

/** The clang of this machine and a sandbox to run it in. */
export function clangHere(): { sandbox: Sandbox; clang: Clang } {
  if (clang === undefined) throw new Error('there is no clang');
  return { sandbox, clang };
}
