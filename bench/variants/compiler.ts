import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CLANG_OPTIONS } from './clang-types.ts';

const answersSchema = z.record(z.string(), z.boolean());

/** Tells which programs compile; what it was asked before, also in an earlier run, it knows. */
export class Compiler {
  private readonly file: string;
  private readonly known: Map<string, boolean>;
  private readonly command: readonly string[];

  /** @param file where the answers are kept */
  constructor(file: string) {
    this.file = file;
    const kept = existsSync(file)
      ? answersSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      : {};
    this.known = new Map(Object.entries(kept));
    this.command = frontEnd();
  }

  /** Those that compile. */
  compiling<Item extends { readonly text: string }>(items: readonly Item[]): readonly Item[] {
    this.ask(items.map(({ text }) => text).filter((text) => !this.known.has(keyOf(text))));
    return items.filter(({ text }) => this.known.get(keyOf(text)) === true);
  }

  /** Keeps what is known for the next run. */
  keep(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(Object.fromEntries(this.known)));
  }

  private ask(texts: readonly string[]): void {
    if (texts.length === 0) return;
    const folder = mkdtempSync(join(tmpdir(), 'rustward-variants-'));
    try {
      for (const [at, text] of texts.entries()) writeFileSync(join(folder, `v${at}.c`), text);
      const [program = 'clang', ...options] = this.command;
      const paths = texts.map((_, at) => `v${at}.c`);
      const { stderr } = spawnSync(program, [...options, ...paths], {
        cwd: folder,
        encoding: 'utf8',
      });
      const lines = stderr.split('\n');
      const broken = new Set(lines.map((line) => /^(v\d+\.c):.*error: /.exec(line)?.[1]));
      for (const [at, text] of texts.entries())
        this.known.set(keyOf(text), !broken.has(`v${at}.c`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** What clang runs itself for one file: given many at once, it is one process for all of them. */
function frontEnd(): readonly string[] {
  const { stderr } = spawnSync('clang', ['-###', ...CLANG_OPTIONS, 'v.c'], { encoding: 'utf8' });
  const line = stderr.split('\n').find((each) => each.includes('"-cc1"')) ?? '';
  const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word);
  return words.slice(0, -1);
}
