import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { LinkReport } from '../../../src/migration/link/link-report.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { withClang } from '../../support/clang.ts';
import { rustward } from '../../support/command-line.ts';
import { addToMap, mappedProject } from '../../support/mapped-project.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const EQUIVALENCE = join(import.meta.dirname, '../../equivalence/fixtures');

const PASSES =
  'hybrid: the tests pass\nwith sanitizers: nothing is reported that is not of the C\n';

const hasTools = ['cargo', 'make', 'gcc'].every((name) => findProgram(name) !== undefined);

function report(folder: string): LinkReport {
  return JSON.parse(readFileSync(join(folder, '.rustward/c2rust/link_report.json'), 'utf8'));
}

function outcomes(folder: string): Record<string, string> {
  return Object.fromEntries(
    report(folder).functions.map(({ name, outcome, because, called }) => [
      name,
      [outcome, because, called === false ? 'not called' : undefined].filter(Boolean).join(': '),
    ]),
  );
}

(hasTools ? withClang : describe.skip)('rustward migrate link', () => {
  // The compiler, make and cargo run for real, a dozen times where a function is searched for.
  test('who breaks the tests is found and named, and can be switched back', () => {
    const folder = mappedProject([join(FIXTURES, 'toolbox')], 'src/ints.c', {
      sum: 'ints::sum',
      bounds: 'ints::bounds',
      percent: 'ints::percent',
      pick: 'ints::pick',
      read_header: 'ints::read_header',
    });
    addToMap(folder, 'src/toolbox.h', { clamp: 'ints::clamp' });
    addToMap(
      folder,
      'src/text.c',
      {
        upper: 'text::upper',
        is_letter: 'text::is_letter',
        is_shouted: 'text::is_shouted',
        shout: 'text::shout',
        joined: 'text::joined',
        name_of: 'text::name_of',
      },
      { shout: { evidence: { kind: 'not checked', because: 'the wind blew' } } },
    );
    const before = readFileSync(join(folder, 'src/ints.c'), 'utf8');

    const first = rustward(['migrate', 'link', folder, '--no-sanitizers']);
    expect({ status: first.status, said: first.stdout }).toEqual({
      status: 1,
      said: expect.stringMatching(
        /^percent +breaks +the tests fail with it: percent is not as it was$/m,
      ),
    });
    expect(outcomes(folder)).toEqual({
      check: 'kept: it is not migrated yet',
      main: 'kept: the C program begins in it',
      clamp: 'linked',
      sum: 'breaks: the tests fail with it: rustward: sum: count is -1, which has no place in usize',
      bounds: 'linked',
      percent: 'breaks: the tests fail with it: percent is not as it was',
      pick: 'breaks: the tests fail with it: rustward: pick: the Rust function panicked, and C cannot go on from there',
      read_header: 'kept: what it is given lies in memory otherwise than Rust takes it to',
      // Only is_shouted calls it, and that is Rust now.
      is_letter: 'retirable',
      upper: 'linked',
      is_shouted: 'linked',
      shout: 'kept: it was not compared with the C: the wind blew',
      joined: 'linked',
      name_of: 'linked',
    });
    expect(report(folder)).toMatchObject({
      original: { build: 'passed', test: 'passed' },
      hybrid: { build: 'passed', test: 'failed with status 2' },
      passed: false,
    });
    expect(readFileSync(join(folder, 'src/ints.c'), 'utf8')).toBe(before);

    const without = ['--no-sanitizers', '--without', 'sum', 'percent', 'pick'];
    const second = rustward(['migrate', 'link', folder, '--json', ...without]);
    expect(second.status).toBe(0);
    expect(JSON.parse(second.stdout)).toEqual(report(folder));
    expect(report(folder)).toMatchObject({ hybrid: { test: 'passed' }, passed: true });
    expect(outcomes(folder)['sum']).toBe('kept: it is switched back (--without)');
  }, 400_000);

  test('values, buffers, texts, records and results of all kinds reach the Rust', () => {
    const names = [
      ...['add_checked', 'checksum', 'count_words', 'scale', 'advance', 'parse_digit', 'to_hex'],
      ...['length_or', 'find_comma', 'transpose', 'level_of', 'next_number', 'collatz', 'repeat'],
      ...['apply', 'compare_bytes', 'half', 'is_leap', 'read_word'],
    ];
    const folder = mappedProject([join(EQUIVALENCE, 'c'), join(FIXTURES, 'roles')], 'roles.c', {
      ...Object.fromEntries(names.map((name) => [name, `roles::${name}`])),
      point_move: 'roles::Point::shift',
      point_flip: 'roles::Point::flip',
    });
    cpSync(join(EQUIVALENCE, 'crate'), join(folder, 'rust'), { recursive: true });
    const { status, stdout } = rustward(['migrate', 'link', folder, '--no-sanitizers']);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('hybrid: the tests pass'),
    });
    const { collatz, next_number, apply, ...linked } = outcomes(folder);
    expect({ collatz, next_number, apply }).toEqual({
      collatz: 'linked: not called',
      next_number: 'kept: it needs calls, a variable that Rust does not share with the C',
      apply: 'kept: f is a function of the caller, for which there are no shims yet',
    });
    for (const name of [...names, 'point_move', 'point_flip']) {
      expect([name, linked[name] ?? 'linked']).toEqual([name, 'linked']);
    }
  }, 300_000);

  test('memory and variables of the C are written where they lie, and only what the C lets grow does', () => {
    const length = { length: 'used' };
    const folder = mappedProject(
      [join(FIXTURES, 'tape')],
      'src/tape.c',
      {
        ...{ tape_put: 'Tape::put', heap_put: 'Heap::put', ranks: 'ranks' },
        ...{ wind: 'wind', count_kind: 'count_kind', next_id: 'next_id' },
        ...{ run_to: 'run_to', next_word: 'next_word', print_position: 'print_position' },
      },
      {
        tape_put: { mapping: { records: { 'struct tape': { bytes: length } } } },
        heap_put: { mapping: { records: { 'struct heap': { bytes: length } } } },
        run_to: { mapping: { records: { 'struct run': { values: { length: 'count' } } } } },
        next_word: {
          mapping: {
            c: { out: { role: 'output', room: 'room' } },
            result: {
              some: {
                tuple: [
                  { buffer: 'out', length: 'nul' },
                  { buffer: '*cursor', length: 'nul' },
                ],
              },
              ...{ none: 0, success: 1 },
            },
          },
        },
        ranks: {
          mapping: {
            c: {
              values: { role: 'elements', length: 'count' },
              count: { role: 'length', of: 'values' },
              places: { role: 'output', room: 'count' },
            },
            result: { buffer: 'places', length: 'count' },
          },
        },
      },
    );
    const { status, stdout } = rustward(['migrate', 'link', folder]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining(PASSES),
    });
    // That `weights` never changes is seen in what the project does with it.
    expect(outcomes(folder)).toMatchObject({
      tape_put: 'linked',
      heap_put: 'linked',
      ranks: 'linked',
      wind: 'linked',
      count_kind: 'linked',
      next_id: 'linked',
      run_to: 'linked',
      next_word: 'linked',
      print_position: 'linked',
      counted: 'kept: it is not migrated yet',
    });
  }, 200_000);

  test('objects of Rust take the place of those of C: all their functions, or none', () => {
    const release = { skipped: 'dropping it frees it', rust_symbol: '' };
    const folder = mappedProject(
      [join(FIXTURES, 'queue')],
      'src/queue.c',
      {
        ...{ queue_new: 'Queue::new', queue_add: 'Queue::add', queue_take: 'Queue::take' },
        ...{ queue_same: 'Queue::same', queue_free: '' },
      },
      {
        queue_add: { mapping: { result: { ok: 'nothing', errors: [{ error: '_', return: -1 }] } } },
        queue_take: { mapping: { result: { some: '*value', none: 0, success: 1 } } },
        queue_same: { mapping: { rust: { self: 'left', other: 'right' } } },
        queue_free: { ...release, evidence: { kind: 'not checked', because: 'it has no Rust' } },
      },
    );
    expect(rustward(['migrate', 'link', folder])).toMatchObject({
      ...{ status: 0, stdout: expect.stringContaining(PASSES) },
    });
    const names = ['queue_new', 'queue_free', 'queue_add', 'queue_take', 'queue_same'];
    expect(outcomes(folder)).toMatchObject(
      Object.fromEntries(names.map((name) => [name, 'linked'])),
    );

    expect(
      rustward(['migrate', 'link', folder, '--no-sanitizers', '--without', 'queue_take']),
    ).toMatchObject({ status: 0 });
    expect(outcomes(folder)).toMatchObject({
      queue_new: 'kept: queue_take takes the same objects, and stays C',
      queue_take: 'kept: it is switched back (--without)',
    });

    const check = readFileSync(join(folder, 'check.c'), 'utf8');
    writeFileSync(
      join(folder, 'check.c'),
      `struct queue { void *first, *last; int count, most; };\n${check.replace('queue != NULL,', 'queue->most == 2,')}`,
    );
    expect(rustward(['migrate', 'link', folder, '--no-sanitizers'])).toMatchObject({ status: 0 });
    const because = 'kept: main looks into struct queue, which would be an object of Rust';
    expect(outcomes(folder)).toMatchObject({ queue_new: because, queue_take: because });
  }, 300_000);

  test('a project that does not pass its own tests says nothing about a hybrid', () => {
    const folder = mappedProject([join(FIXTURES, 'toolbox')], 'src/ints.c', {
      percent: 'ints::percent',
    });
    const { status, stderr } = rustward(['migrate', 'link', folder, '--test', 'make nothing']);
    expect(status).toBe(3);
    expect(stderr).toContain('without any Rust, make nothing failed with status 2');
    expect(rustward(['migrate', 'link', folder, '--without', 'percnt'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('did you mean percent?'),
    });
  }, 200_000);
});
