import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../errors.ts';
import { findProgram } from './sandbox/find-program.ts';

const MILLISECONDS = 120_000;

/** A crate that the registry has, or why it cannot be used, in one clause. */
export type CrateLookUp =
  | { readonly kind: 'found'; readonly version: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** The folder in which cargo keeps what it has downloaded: a sandbox may show it. */
export function cargoHome(env: Readonly<Record<string, string | undefined>>): string {
  return env['CARGO_HOME'] || join(env['HOME'] ?? homedir(), '.cargo');
}

/**
 * Asks cargo whether the registry has a crate. It runs in an empty folder of our own, so that no
 * repository can say what a registry is.
 */
export async function lookUpCrate(name: string, signal?: AbortSignal): Promise<CrateLookUp> {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(name)) {
    return { kind: 'refused', reason: `${JSON.stringify(name)} is no name of a crate` };
  }
  const answer = await runCargo(['info', '--quiet', '--color', 'never', '--', name], {}, signal);
  if (answer.kind === 'failed') {
    const unknown = /could not find `/.test(answer.message);
    const reason = unknown ? 'the registry has no crate of that name' : firstLine(answer.message);
    return { kind: 'refused', reason };
  }
  const version = /^version: (\d+\.\d+\.\d+[\w.+-]*)/m.exec(answer.stdout)?.[1];
  if (version === undefined) return { kind: 'refused', reason: 'cargo names no version of it' };
  return { kind: 'found', version };
}

/**
 * Has cargo download what a manifest depends on, and settle the versions. Nothing of it is built.
 * @returns the text of the lock file, or why there is none
 */
export async function fetchCrates(
  manifest: string,
  lock: string | undefined,
  signal?: AbortSignal,
): Promise<{ readonly lock: string } | { readonly problem: string }> {
  const files = { 'Cargo.toml': manifest, 'src/lib.rs': '', ...(lock && { 'Cargo.lock': lock }) };
  const answer = await runCargo(
    ['fetch', '--quiet', '--color', 'never'],
    files,
    signal,
    'Cargo.lock',
  );
  if (answer.kind === 'failed') return { problem: firstLine(answer.message) };
  return { lock: answer.file };
}

type CargoAnswer =
  | { readonly kind: 'done'; readonly stdout: string; readonly file: string }
  | { readonly kind: 'failed'; readonly message: string };

/** @param result a file that cargo leaves behind, to read */
async function runCargo(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  result?: string,
): Promise<CargoAnswer> {
  const cargo = findProgram('cargo');
  if (cargo === undefined) return { kind: 'failed', message: 'cargo is not on the PATH' };
  const folder = mkdtempSync(join(tmpdir(), 'rustward-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const options = { cwd: folder, timeout: MILLISECONDS, ...(signal && { signal }) };
    const { stdout } = await promisify(execFile)(cargo, [...args], options);
    const file = result === undefined ? '' : readFileSync(join(folder, result), 'utf8');
    return { kind: 'done', stdout, file };
  } catch (thrown) {
    signal?.throwIfAborted();
    const said = typeof thrown === 'object' && thrown !== null && 'stderr' in thrown;
    return { kind: 'failed', message: said ? String(thrown.stderr) : messageOf(thrown) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstLine(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'cargo said nothing';
  return line.replace(/^error: /, '').trim();
}
