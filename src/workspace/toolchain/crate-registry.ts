import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { messageOf } from '../../errors.ts';
import type { ProcessEnvironment } from '../process/process-environment.ts';
import { findProgram } from './find-program.ts';

const TIMEOUT_MILLISECONDS = 120_000;

/**
 * A crate that the registry has, with its newest version; one that cannot be used; or one that could
 * not be asked for, which says nothing about it. Reasons are one clause.
 */
export type CrateLookUp =
  | { readonly kind: 'found'; readonly version: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The folder in which cargo keeps what it has downloaded, and its settings. */
export function cargoHome(env: ProcessEnvironment): string {
  return env['CARGO_HOME'] || join(env['HOME'] ?? homedir(), '.cargo');
}

/**
 * Has cargo look a crate up, wherever its settings say that crates come from, and download it with all
 * that it needs. Nothing of it is built. It runs in an empty folder of our own, so that no repository
 * can say what a registry is.
 * @param home see `cargoHome`
 * @param version at least that one, and compatible with it; the newest of all when missing
 */
export async function lookUpCrate(
  name: string,
  home: string,
  {
    version,
    signal,
  }: { readonly version?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<CrateLookUp> {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(name)) {
    return { kind: 'refused', reason: `${JSON.stringify(name)} is no name of a crate` };
  }
  const cargo = findProgram('cargo');
  if (cargo === undefined) return { kind: 'unreachable', reason: 'cargo is not on the PATH' };
  const folder = mkdtempSync(join(tmpdir(), 'rustward-'));
  try {
    const manifest = `[package]\nname = "${SCRATCH}"\nversion = "0.0.0"\nedition = "2024"\n`;
    writeFileSync(
      join(folder, 'Cargo.toml'),
      `${manifest}\n[dependencies]\n${name} = "${version ?? '*'}"\n`,
    );
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/lib.rs'), '');
    await promisify(execFile)(cargo, ['fetch', '--quiet', '--color', 'never'], {
      ...{ cwd: folder, timeout: TIMEOUT_MILLISECONDS, env: { ...process.env, CARGO_HOME: home } },
      ...(signal && { signal }),
    });
    const found = lockedVersion(readFileSync(join(folder, 'Cargo.lock'), 'utf8'), name);
    if (found !== undefined) return { kind: 'found', version: found };
    return { kind: 'refused', reason: 'cargo names no version of it' };
  } catch (thrown) {
    signal?.throwIfAborted();
    return failure(outputOf(thrown));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SCRATCH = 'rustward-scratch';

const lockSchema = z.object({
  package: z.array(z.object({ name: z.string(), version: z.string() })),
});

/** The highest version of a crate in a lock file, in which dependencies may have others. */
function lockedVersion(lock: string, name: string): string | undefined {
  const found = lockSchema.parse(parse(lock)).package.filter((one) => one.name === name);
  const collator = new Intl.Collator('en', { numeric: true });
  return found
    .map(({ version }) => version)
    .toSorted(collator.compare)
    .at(-1);
}

function failure(message: string): CrateLookUp {
  if (/no matching package/.test(message)) {
    return { kind: 'refused', reason: 'the registry has no crate of that name' };
  }
  const lines = message.split('\n').map((line) => line.trim());
  const cause = lines[lines.lastIndexOf('Caused by:') + 1] || 'cargo said nothing';
  return { kind: 'unreachable', reason: cause.replace(/^error: /, '') };
}

function outputOf(thrown: unknown): string {
  const hasOutput = typeof thrown === 'object' && thrown !== null && 'stderr' in thrown;
  return hasOutput && thrown.stderr !== '' ? String(thrown.stderr) : messageOf(thrown);
}
