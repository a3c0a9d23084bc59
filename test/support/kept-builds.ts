import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type {
  Sandbox,
  SandboxCommand,
  SandboxResult,
} from '../../src/workspace/sandbox/sandbox.ts';
import { type Build, buildOf } from './build-of.ts';
import { type BuiltStore, openBuiltStore } from './built-store.ts';

/** What came of a build. */
interface KeptBuild {
  readonly result: SandboxResult;
  readonly files: readonly {
    readonly path: string;
    readonly mode: number;
    readonly bytes: Uint8Array;
  }[];
}

/** Where a system says that its packages, and with them its headers and libraries, are others. */
const SYSTEM = [
  ...['/etc/ld.so.cache', '/var/lib/dpkg/status', '/lib/apk/db/installed', '/var/lib/rpm'],
  ...['/usr/include', '/usr/local/include', '/usr/local/lib'],
];

const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * A sandbox that does not compile again what a test has compiled before, in this run or in an earlier one, from
 * the same files by the same command with the same tools. All that is no such command runs in each test.
 */
export class KeptBuilds implements Sandbox {
  readonly description: string;
  readonly isolates: boolean;
  private readonly sandbox: Sandbox;
  private readonly compilers: readonly string[];
  private readonly store: BuiltStore;

  /** @param compilers the paths of the programs that compile */
  constructor(sandbox: Sandbox, compilers: readonly string[], store = openBuiltStore()) {
    this.sandbox = sandbox;
    this.description = sandbox.description;
    this.isolates = sandbox.isolates;
    this.compilers = compilers;
    this.store = store;
  }

  async run(command: SandboxCommand): Promise<SandboxResult> {
    const build = buildOf(command);
    if (build === undefined) return this.sandbox.run(command);
    const { tree } = command;
    const key = this.keyOf(command, build);
    const kept = this.store.get(key);
    if (kept !== undefined) {
      const { result, files }: KeptBuild = deserialize(zstdDecompressSync(kept));
      for (const { path, mode, bytes } of files) putFile(join(tree, path), bytes, mode);
      return result;
    }
    const before = new Map(build.leaves(tree).map((path) => [path, stateOf(join(tree, path))]));
    const result = await this.sandbox.run(command);
    // What was stopped may come to its end another time.
    if (result.end.kind !== 'exited') return result;
    const made = build.leaves(tree).filter((path) => {
      const state = stateOf(join(tree, path));
      return state !== NOTHING && state !== before.get(path);
    });
    const files = made.map((path) => {
      const whole = join(tree, path);
      return { path, mode: statSync(whole).mode & 0o777, bytes: readFileSync(whole) };
    });
    const whole: KeptBuild = { result, files };
    this.store.put(key, zstdCompressSync(serialize(whole), QUICKLY));
    return result;
  }

  private keyOf(command: SandboxCommand, { reads }: Build): string {
    const { tree, signal: _signal, onOutput: _onOutput, ...words } = command;
    const tools = [...this.compilers, ...SYSTEM].map((path) => [path, stateOf(path)]);
    const key = createHash('sha256').update(JSON.stringify([words, tools]));
    for (const path of reads) addToDigest(key, tree, path);
    return key.digest('hex');
  }
}

/** The programs of a Rust toolchain that say what it is; none for the one of the system, which a package brings. */
export function rustTools(toolchain: string | undefined): string[] {
  return toolchain === undefined
    ? []
    : ['rustc', 'cargo'].map((name) => join(toolchain, 'bin', name));
}

const NOTHING = 'nothing';

/** Tells whether a file is another one, without reading it. */
function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? NOTHING : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
}

function addToDigest(key: Hash, tree: string, path: string): void {
  const whole = join(tree, path);
  const entry = lstatSync(whole, { throwIfNoEntry: false });
  const bytes = entry?.isFile() === true ? readFileSync(whole) : undefined;
  const kind = entry?.isDirectory() === true ? 'folder' : bytes === undefined ? NOTHING : 'file';
  key.update(JSON.stringify([path, kind, bytes?.length, bytes && (entry?.mode ?? 0) & 0o111]));
  if (bytes !== undefined) key.update(bytes);
  if (kind !== 'folder') return;
  for (const name of readdirSync(whole).sort()) addToDigest(key, tree, `${path}/${name}`);
}

function putFile(path: string, bytes: Uint8Array, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  // Cargo has the same file under two names: the other one stays.
  if (existsSync(path)) rmSync(path);
  writeFileSync(path, bytes, { mode });
}
