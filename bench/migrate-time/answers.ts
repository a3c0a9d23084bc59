import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { conversationPath, HEADER_FILE } from '../../src/model/recording/recording-file.ts';
import type { Written } from './project.ts';

/**
 * Writes a recording in which a model plans and writes each function at once, and a reviewer finds
 * nothing. It has no questions, so that no replay of it can be strict.
 * @param order of the C functions that are migrated
 */
export function writeAnswers(
  folder: string,
  written: readonly Written[],
  order: readonly string[],
): void {
  const window = 1_000_000;
  write(folder, HEADER_FILE, {
    format: 'rustward recording 1',
    windows: { cheap: window, normal: window, smart: window },
  });
  const last = new Map<string, string>();
  for (const name of order) {
    const found = written.find(({ pair }) => pair.name === name);
    if (found !== undefined) last.set(found.file, name);
  }
  // Tests of a file need all of its functions.
  for (const { pair, file } of written) if (!order.includes(pair.name)) last.delete(file);
  for (const { pair, file, signature, code, tests } of written) {
    const { name, rust, mapping } = pair;
    const own = last.get(file) === name ? tests : '';
    const plan = [
      { c: name, file, rust, signature, ...(mapping === undefined ? {} : { mapping }) },
    ];
    const blocks = `<TESTS file="${file}">\n${presenceTest(pair)}\n${own}\n</TESTS>\n<CODE file="${file}">\n${code}\n</CODE>`;
    conversation(
      folder,
      'signature-planner',
      `${name}|0`,
      `<PLAN>${JSON.stringify(plan, plainNumbers)}</PLAN>`,
    );
    conversation(folder, 'translator', `${name}|0`, blocks);
    conversation(folder, 'migration-reviewer', `${name}|0|0`, '<REVIEW>{ "issues": [] }</REVIEW>');
  }
}

function plainNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Each function has to come with a test; those of its file need all of the file. */
function presenceTest({ rust }: Written['pair']): string {
  const [, ...path] = rust.split('::');
  const name = path.join('_').toLowerCase();
  return `#[test]\nfn ${name}_has_no_state() {\nassert_eq!(std::mem::size_of_val(&${path.join('::')}), 0);\n}`;
}

function conversation(folder: string, role: string, subject: string, content: string): void {
  const usage = { input: 0, cached: 0, output: 0, estimated: true };
  const answer = { content, toolCalls: [], finish: 'stop', model: 'script', usage, repairs: [] };
  const turns = [{ turn: 0, hash: '', asked: [], answer }];
  write(folder, conversationPath(role, subject), { role, subject, turns });
}

function write(folder: string, path: string, value: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(value));
}
