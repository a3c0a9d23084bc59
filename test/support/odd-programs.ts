import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that holds a defect behind an odd construct, or in an odd file. */
export interface OddProgram {
  /** The path of its first file, which is what a compiler gets. */
  readonly name: string;
  /** What the compiler is told besides its usual options. */
  readonly flags: readonly string[];
  /** By path, the bytes of its files. */
  readonly files: Readonly<Record<string, Buffer>>;
  /** The file that is a link, and what it leads to. */
  readonly link: string | undefined;
  /** Whether git tracks its files, whatever its ignore rules say. */
  readonly isTracked: boolean;
  /** The places of the defect: where the text has a mark. */
  readonly marks: readonly { readonly file: string; readonly line: number }[];
}

const FOLDER = join(import.meta.dirname, '../security/scan/fixtures/odd-programs');
const MARK = '/*~*/';
const PREAMBLE =
  '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n';

/** Characters that a text file cannot show. */
const BYTES: Readonly<Record<string, string>> = {
  NUL: '\0',
  CR: '\r',
  FF: '\f',
  VT: '\v',
  SUB: '\x1a',
  BOM: '\xef\xbb\xbf',
  E9: '\xe9',
  RLO: '\xe2\x80\xae',
  LRI: '\xe2\x81\xa6',
  LONG: 'x'.repeat(100_000),
  HUGE: 'x'.repeat(1_100_000),
  OPEN: '('.repeat(1_000),
  CLOSE: ')'.repeat(1_000),
  OPENB: '{'.repeat(1_000),
  CLOSEB: '}'.repeat(1_000),
};

/** The programs of all files of the fixture. */
export function oddPrograms(folder = FOLDER): OddProgram[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^==== (?!\+)/m)
        .slice(1)
        .map(programOf),
    );
}

function programOf(text: string): OddProgram {
  const [first = '', ...others] = text.split(/^==== \+ /m);
  const [head = '', body] = headAndBody(first);
  const [name = '', ...options] = head.split(' ');
  const isBare = options.includes('bare') || /\.rs$/.test(name);
  const link = options.find((option) => option.startsWith('link='))?.slice('link='.length);
  const texts = new Map<string, string>();
  if (link === undefined) texts.set(name, (isBare ? '' : PREAMBLE) + body);
  for (const other of others) {
    const [path = '', own] = headAndBody(other);
    texts.set(path, own);
  }
  const marks = [...texts].flatMap(([file, own]) =>
    generated(own)
      .split('\n')
      .flatMap((line, index) => (line.includes(MARK) ? [{ file, line: index + 1 }] : [])),
  );
  return {
    name,
    flags: options.filter((option) => option.startsWith('-') || option === 'clang'),
    files: Object.fromEntries([...texts].map(([path, own]) => [path, bytesOf(own, options)])),
    link,
    isTracked: options.includes('tracked'),
    marks,
  };
}

function headAndBody(text: string): [string, string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

function bytesOf(text: string, options: readonly string[]): Buffer {
  const bytes = Buffer.from(generated(text), 'utf8').toString('latin1');
  const shown = bytes.replace(/@([A-Z0-9]+)@/g, (whole, name: string) => BYTES[name] ?? whole);
  const lines = options.includes('cr') ? shown.replaceAll('\n', '\r') : shown;
  return Buffer.from(lines, options.includes('utf16') ? 'utf16le' : 'latin1');
}

/** The lines between `GENERATE for=N` and its end, N times with their numbers in them. */
function generated(text: string): string {
  return text.replace(
    /^GENERATE for=(\d+)\n([\s\S]*?)^GENERATE end\n/gm,
    (_, count: string, lines: string) =>
      Array.from({ length: Number(count) }, (_unused, index) =>
        lines.replaceAll('@', String(index)),
      ).join(''),
  );
}
