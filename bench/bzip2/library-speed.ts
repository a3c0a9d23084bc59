import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIBRARY } from './library-cases.ts';

/** What the C and the Rust took for the same, in seconds of processor time, and how many bytes came out. */
export interface Speed {
  readonly what: string;
  readonly c: number;
  readonly rust: number;
  readonly bytes: { readonly c: number; readonly rust: number };
}

const RUNS = 3;
/** How often the files of bzip2 are taken, one behind the other. */
const COPIES = 4;

/**
 * Compresses and decompresses the files of bzip2 with its C and with the Rust of a crate, both optimized; of three
 * runs the fastest counts.
 * @param folder for what is written
 */
export function librarySpeed(from: string, crate: string, folder: string): Speed[] {
  const names = readdirSync(from).sort();
  const once = Buffer.concat(names.map((name) => readFileSync(join(from, name))));
  const data = join(folder, 'data');
  writeFileSync(data, Buffer.concat(Array.from({ length: COPIES }, () => once)));
  const c = join(folder, 'bzip2-c');
  const sources = ['bzip2', ...LIBRARY].map((name) => join(from, `${name}.c`));
  execFileSync('clang', ['-O2', '-w', '-o', c, ...sources]);
  const built = join(folder, 'speed');
  cpSync(crate, built, { recursive: true });
  mkdirSync(join(built, 'examples'));
  cpSync(join(import.meta.dirname, 'library-speed.rs'), join(built, 'examples/library-speed.rs'));
  const cargo = ['build', '--quiet', '--release', '--offline', '--example', 'library-speed'];
  execFileSync('cargo', cargo, { cwd: built });
  const rust = join(built, 'target/release/examples/library-speed');
  const packed = join(folder, 'packed');
  writeFileSync(packed, execFileSync(c, ['-9'], { input: readFileSync(data), maxBuffer: 1 << 28 }));
  return [
    compare('compress -1', data, `${c} -1`, `${rust} 1`),
    compare('compress -9', data, `${c} -9`, `${rust} 9`),
    compare('decompress', packed, `${c} -d`, `${rust} d`),
  ];
}

function compare(what: string, input: string, c: string, rust: string): Speed {
  const ofC = fastest(c, input);
  const ofRust = fastest(rust, input);
  return {
    what,
    c: ofC.seconds,
    rust: ofRust.seconds,
    bytes: { c: ofC.bytes, rust: ofRust.bytes },
  };
}

function fastest(command: string, input: string): { seconds: number; bytes: number } {
  let best = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (let run = 0; run < RUNS; run++) {
    const script = `${command} < ${input} | wc -c; times`;
    const [count = '0', , children = ''] = execFileSync('bash', ['-c', script], {
      encoding: 'utf8',
    }).split('\n');
    const [, minutes = '0', seconds = '0'] = /^(\d+)m([\d.]+)s/.exec(children) ?? [];
    best = Math.min(best, Number(minutes) * 60 + Number(seconds));
    bytes = Number(count);
  }
  return { seconds: best, bytes };
}
