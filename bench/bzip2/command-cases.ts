import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestCount } from '../migrate/examine-crate.ts';
import { LIBRARY } from './library-cases.ts';

/** A call of a program in the folder of a case. */
interface Call {
  /** The name that the program is called by, and its arguments. */
  readonly words: readonly [string, ...string[]];
  readonly stdin?: Buffer;
}

/** A test case: the files that are there, and what is called, one after the other. */
interface CommandCase {
  readonly name: string;
  readonly files: Readonly<Record<string, Buffer>>;
  readonly calls: readonly Call[];
}

/** The names that bzip2 is installed under. */
const NAMES = ['bzip2', 'bunzip2', 'bzcat'];
/** 2001, so that a time that is passed on differs from that of now. */
const TIME = 1_000_000_000;

/**
 * Runs the test cases of bzip2's command line (4.1 to 4.3) with the C and with the Rust of a crate. They pass where both
 * end with the same status, print the same, and leave the same files, with the same bytes, modes and times.
 * @param from the folder of bzip2, with its samples
 * @param folder for what is written
 */
export function commandCases(from: string, crate: string, folder: string): TestCount {
  const programs = ['c', 'rust'].map((side) => join(folder, `command-${side}`));
  const [ofC = '', ofRust = ''] = programs;
  for (const program of programs) mkdirSync(program);
  const sources = ['bzip2', ...LIBRARY].map((name) => join(from, `${name}.c`));
  execFileSync('clang', ['-O2', '-w', '-o', join(ofC, 'bzip2'), ...sources]);
  const built = join(folder, 'command-crate');
  cpSync(crate, built, { recursive: true });
  const cargo = ['build', '--quiet', '--release', '--offline', '--bin', 'bzip2'];
  const build = spawnSync('cargo', cargo, { cwd: built, encoding: 'utf8' });
  const all = casesOf(from);
  if (build.status !== 0) {
    const problem = `not built: ${build.stderr.trim().split('\n')[0] ?? ''}`;
    return { passed: 0, all: all.length, problem };
  }
  cpSync(join(built, 'target/release/bzip2'), join(ofRust, 'bzip2'));
  for (const program of programs) {
    for (const name of NAMES.slice(1)) cpSync(join(program, 'bzip2'), join(program, name));
  }
  const failed = all.filter((one) => seen(one, ofC, folder) !== seen(one, ofRust, folder));
  const names = failed.map(({ name }) => name).join(', ');
  return {
    passed: all.length - failed.length,
    all: all.length,
    ...(failed.length === 0 ? {} : { problem: `C and Rust differ: ${names}` }),
  };
}

/** All that can be seen of a case: status and output of each call, and the files in the end. */
function seen({ files, calls }: CommandCase, programs: string, folder: string): string {
  const place = join(folder, 'command-place');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(place, name), bytes, { mode: 0o640 });
    utimesSync(join(place, name), TIME, TIME);
  }
  const ends = calls.map(({ words: [name, ...args], stdin }) => {
    const end = spawnSync(join(programs, name), args, {
      ...{ cwd: place, env: {}, maxBuffer: 1 << 28, timeout: 120_000 },
      input: stdin ?? Buffer.alloc(0),
    });
    return [end.status, end.signal, end.stdout.toString('hex'), end.stderr.toString('latin1')];
  });
  const left = readdirSync(place)
    .sort()
    .map((name) => {
      const { mode, mtimeMs } = lstatSync(join(place, name));
      // What a program has just written has the time of now.
      const time = Math.abs(mtimeMs - Date.now()) < 86_400_000 ? 'now' : mtimeMs;
      return [name, mode, time, readFileSync(join(place, name)).toString('hex')];
    });
  return JSON.stringify([ends, left]);
}

function casesOf(from: string): CommandCase[] {
  const samples = [1, 2, 3].map((number) => ({
    plain: readFileSync(join(from, `sample${number}.ref`)),
    packed: readFileSync(join(from, `sample${number}.bz2`)),
  }));
  const [sample] = samples;
  if (sample === undefined) throw new Error('bzip2 has samples');
  const { plain, packed } = sample;
  const damaged = Buffer.from(packed);
  damaged.writeUInt8(damaged.readUInt8(20_000) ^ 1, 20_000);
  const cut = packed.subarray(0, 20_000);
  const text = readFileSync(join(from, 'bzip2.c'));
  const call = (...words: Call['words']): Call => ({ words });
  const levels = Array.from({ length: 9 }, (_, at) => `-${at + 1}`);
  return [
    {
      name: '4.1.1',
      files: { a: plain, 'b.c': text, empty: Buffer.alloc(0) },
      calls: [call('bzip2', 'a', 'b.c', 'empty'), call('bzip2', '-v', 'none', 'a.bz2')],
    },
    {
      name: '4.1.2',
      files: { a: plain },
      calls: levels.map((level) => call('bzip2', '-c', level, 'a')),
    },
    {
      name: '4.1.3',
      files: {},
      calls: samples.map((one) => ({ words: ['bzip2'], stdin: one.plain })),
    },
    {
      name: '4.1.4',
      files: { a: plain },
      calls: [call('bzip2', '-k', 'a'), call('bzip2', '-vvk', 'a')],
    },
    {
      name: '4.1.5',
      files: { a: plain, 'a.bz2': text },
      calls: [call('bzip2', 'a'), call('bzip2', '-f', 'a'), call('bzip2', '--force', 'a')],
    },
    {
      name: '4.1.6',
      files: { 'a.bz2': packed, 'damaged.bz2': damaged, 'cut.bz2': cut, plain },
      calls: ['a.bz2', 'damaged.bz2', 'cut.bz2', 'plain', 'none'].flatMap((file) => [
        call('bzip2', '-t', file),
        call('bzip2', '-tvv', file),
        call('bzip2', '-tq', file),
      ]),
    },
    {
      name: '4.2.1',
      files: { 'a.bz2': packed, 'b.tbz': packed, other: packed, 'damaged.bz2': damaged },
      calls: [call('bunzip2', 'a.bz2', 'b.tbz', 'other'), call('bunzip2', 'damaged.bz2', 'none')],
    },
    {
      name: '4.2.2',
      files: {},
      calls: [
        ...samples.map((one): Call => ({ words: ['bunzip2'], stdin: one.packed })),
        { words: ['bunzip2'], stdin: Buffer.concat([packed, packed]) },
        { words: ['bunzip2'], stdin: Buffer.concat([packed, text]) },
        { words: ['bunzip2', '-q'], stdin: cut },
      ],
    },
    { name: '4.2.3', files: { 'a.bz2': packed }, calls: [call('bunzip2', '-k', 'a.bz2')] },
    {
      name: '4.3.1',
      files: { 'a.bz2': packed, 'b.bz2': packed, plain },
      calls: [
        call('bzcat', 'a.bz2', 'b.bz2'),
        call('bzcat', 'plain'),
        call('bzcat', '-f', 'plain'),
      ],
    },
    {
      name: '4.3.2',
      files: { 'a.bz2': packed, 'damaged.bz2': damaged },
      calls: [
        call('bzcat', '-s', 'a.bz2'),
        call('bzcat', '-sq', 'damaged.bz2'),
        call('bzcat', '--help'),
      ],
    },
  ];
}
