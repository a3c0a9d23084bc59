import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FileMemory } from '../../../src/agent/memory/file-memory.ts';
import {
  codeKey,
  type MemoryRecord,
  memoryRecord,
} from '../../../src/agent/memory/memory-record.ts';
import type { MemoryScope } from '../../../src/entry/memory/memory-scope.ts';
import { openMemory, openRecall } from '../../../src/entry/memory/open-memory.ts';
import { METHOD_TAG } from '../../../src/security/triage/review-methods.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PARSE = { name: 'parse', text: 'int parse(int n) { return n; }' };

function remark(content: string, isAbout = true): MemoryRecord {
  const about = isAbout ? codeKey(PARSE.name, PARSE.text) : undefined;
  return memoryRecord({ type: 'fact', tags: ['parse'], content }, new Date(0), { about });
}

function recordsIn(folder: string): string[] {
  const file = join(folder, '.rustward/memory/records.jsonl');
  return new FileMemory(file).all().map(({ content }) => content);
}

/** Writes records below a folder, as who has no key does. */
function write(folder: string, ...records: readonly MemoryRecord[]): void {
  mkdirSync(join(folder, '.rustward/memory'), { recursive: true });
  new FileMemory(join(folder, '.rustward/memory/records.jsonl')).replace(records);
}

function places() {
  const root = temporaryFolder();
  const env = { HOME: root };
  const shared = (learns: boolean): MemoryScope => ({
    ...{ kind: 'shared', learns },
    ...{ repository: join(root, 'repositories/7'), installation: join(root, 'installations/3') },
  });
  const pull = (number: number) => {
    const folder = join(root, 'repositories/7/pulls', `${number}`, 'state');
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  return { root, env, shared, pull };
}

const unasked = (opened: ReturnType<typeof openMemory>) => opened.recall([PARSE], 'parse');

describe('in the App', () => {
  test('what a branch of the repository taught is told to the next pull request, of a fork as well', () => {
    const { env, shared, pull } = places();
    openMemory({ folder: pull(1), scope: shared(true) }, env).store.add(remark('learnt'));
    for (const learns of [true, false]) {
      const next = openMemory({ folder: pull(2), scope: shared(learns) }, env);
      expect(unasked(next)).toEqual(['- parse: learnt']);
      expect(next.store.all().map(({ content }) => content)).toEqual(['learnt']);
    }
  });

  test('what a stranger’s change taught stays with its pull request, and later runs have to look for it', () => {
    const { root, env, shared, pull } = places();
    const stranger = openMemory({ folder: pull(1), scope: shared(false) }, env);
    stranger.store.add(remark('all is checked before'));
    // A later group of the same run may be told: it looks at the same code.
    const learnt = [remark('all is checked before')];
    expect(stranger.recall([PARSE], '', learnt)).toEqual(['- parse: all is checked before']);
    expect(recordsIn(pull(1))).toEqual(['all is checked before']);
    expect(recordsIn(join(root, 'repositories/7'))).toEqual([]);
    const later = openMemory({ folder: pull(1), scope: shared(false) }, env);
    expect(unasked(later)).toEqual([]);
    expect(later.store.all()).toHaveLength(1);
    const other = openMemory({ folder: pull(2), scope: shared(true) }, env);
    expect([unasked(other), other.store.all()]).toEqual([[], []]);
  });

  test('the repository remembers what is about functions alone', () => {
    const { root, env, shared, pull } = places();
    const memory = openMemory({ folder: pull(1), scope: shared(true) }, env);
    memory.store.add(remark('of no function', false));
    memory.store.add(remark('of parse'));
    expect(recordsIn(join(root, 'repositories/7'))).toEqual(['of parse']);
  });

  test('what is noted for the installation is told to all its repositories', () => {
    const { root, env, shared, pull } = places();
    write(join(root, 'installations/3'), remark('parse is generated', false));
    expect(unasked(openMemory({ folder: pull(1), scope: shared(false) }, env))).toEqual([
      '- parse is generated',
    ]);
    expect(unasked(openMemory({ folder: undefined }, env))).toEqual([]);
  });
});

describe('on the command line', () => {
  test('what this user’s runs learnt of a project is told; what came with it is not', () => {
    const { env } = places();
    const project = temporaryFolder();
    write(project, remark('all is sound'));
    const first = openMemory({ folder: project, scope: { kind: 'person' } }, env);
    expect([unasked(first), first.store.all().length]).toEqual([[], 1]);
    first.store.add(remark('learnt'));
    const next = openMemory({ folder: project, scope: { kind: 'person' } }, env);
    expect(unasked(next)).toEqual(['- parse: learnt']);
    // Another user does not believe it unasked.
    const other = openMemory({ folder: project }, { HOME: temporaryFolder() });
    expect(unasked(other)).toEqual([]);
  });

  test('who only recalls is told what this user’s runs learnt, and leaves nothing behind', () => {
    const { env } = places();
    const project = temporaryFolder();
    const only = () => openMemory({ folder: project, onlyRecalls: true }, env);
    only().store.add(remark('of a run that only recalls'));
    expect([existsSync(join(project, '.rustward')), unasked(only())]).toEqual([false, []]);
    write(project, remark('all is sound'));
    openMemory({ folder: project }, env).store.add(remark('learnt'));
    only().store.add(remark('of a run that only recalls'));
    expect([unasked(only()), recordsIn(project)]).toEqual([
      ['- parse: learnt'],
      ['all is sound', 'learnt'],
    ]);
    expect(openRecall({ folder: project }, env)([PARSE], 'parse')).toEqual(['- parse: learnt']);
    expect(openRecall({ folder: undefined }, env)([PARSE], 'parse')).toEqual([]);
  });

  test('how candidates were settled is kept for itself, and told to no question', () => {
    const { env } = places();
    const project = temporaryFolder();
    const method = (content: string) =>
      memoryRecord({ type: 'procedure', tags: [METHOD_TAG, 'parse'], content }, new Date(0), {
        about: codeKey(PARSE.name, PARSE.text),
      });
    write(project, method('what came with it'));
    const first = openMemory({ folder: project }, env);
    expect(first.methods).toEqual([]);
    first.store.add(method('looked at the callers'));
    const next = openMemory({ folder: project }, env);
    expect(next.methods.map(({ content }) => content)).toEqual(['looked at the callers']);
    expect(unasked(next)).toEqual([]);
  });

  test('what a person has noted for all repositories is told where the scope is theirs', () => {
    const { root, env } = places();
    write(join(root, '.local/share/rustward'), remark('parse is ours', false));
    const folder = temporaryFolder();
    const memory = openMemory({ folder, scope: { kind: 'person' } }, env);
    expect(unasked(memory)).toEqual(['- parse is ours']);
    expect(unasked(openMemory({ folder }, env))).toEqual([]);
    // No run adds to it.
    memory.store.add(remark('learnt'));
    expect(recordsIn(join(root, '.local/share/rustward'))).toEqual(['parse is ours']);
  });

  test('something else in its place is refused', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.rustward'));
    writeFileSync(join(folder, '.rustward/memory'), '');
    expect(() => openMemory({ folder }, { HOME: folder })).toThrow(/not a folder|memory/);
  });
});
