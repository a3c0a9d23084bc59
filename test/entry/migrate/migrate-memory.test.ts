import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeKey, memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { openMemory } from '../../../src/entry/memory/open-memory.ts';
import { migrateProject } from '../../../src/entry/migrate/migrate-project.ts';
import { repairLimits } from '../../../src/migration/transpile/run-step.ts';
import type { ModelRequest } from '../../../src/model/model.ts';
import { openModel } from '../../../src/model/open-model.ts';
import { withClang } from '../../support/clang.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RECORDING = join(import.meta.dirname, '../../fixtures/recordings/migrate/words');
const PROJECT = join(import.meta.dirname, '../../migration/fixtures/words');

withClang('a migration of a project that was reviewed', () => {
  test('tells who plans and writes a function what was learnt of it, and who does so for its callers', async () => {
    const path = join(temporaryFolder(), 'words');
    cpSync(PROJECT, path, { recursive: true });
    git(path, 'init', '--quiet', '--initial-branch=main');
    commitAll(path);
    const env = { ...process.env, HOME: temporaryFolder(), RUSTWARD_REPLAY: RECORDING };
    const lines = readFileSync(join(path, 'words.c'), 'utf8').split('\n');
    const text = lines.slice(2, 6).join('\n');
    const remark = (content: string, of: string) =>
      memoryRecord({ type: 'fact', tags: [], content }, new Date(0), {
        about: codeKey('is_blank_byte', of),
      });
    const { store } = openMemory({ folder: path }, env);
    store.add(remark('takes a signed byte', text));
    store.add(remark('of an older version', text.replace(' || ', ' | ')));
    const opened = openModel({}, env, () => undefined);
    if (opened.kind === 'none') throw new Error(opened.reason);
    const asked: ModelRequest[] = [];
    const model = {
      window: opened.model.window.bind(opened.model),
      ask: (...args: Parameters<typeof opened.model.ask>) => {
        asked.push(args[0]);
        return opened.model.ask(...args);
      },
    };
    const { outcomes } = await migrateProject(
      {
        ...{ path, crate: 'rust', only: [], maxFunctions: 10, maxRestarts: 0, dryRun: false },
        ...{ repairs: repairLimits(0), until: 'transpile', reset: false, models: {} },
      },
      {
        ...{ env, opened: { ...opened, model }, signal: new AbortController().signal },
        ...{ onProgress: () => undefined, onWarning: () => undefined },
      },
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['migrated', 'migrated']);
    const told = asked.map(({ conversation: { role }, messages }) => {
      const question = messages.find((message) => message.role === 'user')?.content ?? '';
      const [, , remarks = ''] =
        /<(data-\w+) is="remarks">\n([\s\S]*?)\n<\/\1>/.exec(question) ?? [];
      return `${role} ${remarks}`;
    });
    const known = '- is_blank_byte: takes a signed byte';
    // The crate is laid out before any function.
    expect(told.filter((one) => !one.endsWith(known)).map((one) => one.trim())).toEqual(
      told.slice(0, 1).map((one) => one.trim()),
    );
    expect(new Set(told.filter((one) => one.endsWith(known)))).toEqual(
      new Set(
        ['signature-planner', 'translator', 'migration-reviewer'].map((one) => `${one} ${known}`),
      ),
    );
  });
});
