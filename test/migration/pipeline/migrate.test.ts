import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadProgress } from '../../../src/migration/state/progress.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { promptHashes } from '../../../src/model/prompts/prompt-hashes.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { migrateTally, tallyProject } from '../../support/tally-run.ts';

withClang('a migration', () => {
  test('carries every function over, each with a commit of its own', async () => {
    const project = tallyProject();
    const run = await migrateTally(project, () => undefined);
    expect(run.states).toEqual([
      'clamp migrated',
      'checksum migrated',
      'digit migrated',
      'parse_number migrated',
      'is_even+is_odd migrated',
      'tally_release migrated',
    ]);
    const log = git(project, 'log', '--format=%s', '--reverse').trim().split('\n');
    expect(log.slice(1)).toEqual([
      'Lay out the Rust crate in rust',
      'Migrate clamp (tally.c) to Rust',
      'Migrate checksum (tally.c) to Rust',
      'Migrate digit (tally.c) to Rust',
      'Migrate parse_number (tally.c) to Rust',
      'Migrate is_even (tally.c), is_odd (tally.c) to Rust',
      'Migrate tally_release (tally.c) to Rust',
    ]);
    expect(git(project, 'status', '--porcelain')).toBe('');
    const map = loadSymbolMap(project);
    expect(map.map(({ c_name, rust_symbol }) => `${c_name} ${rust_symbol}`)).toEqual([
      'checksum sum::checksum',
      'clamp number::clamp',
      'digit number::digit',
      'is_even sum::is_even',
      'is_odd sum::is_odd',
      'parse_number number::parse_number',
      'tally_release ',
    ]);
    expect(loadProgress(project)).toMatchObject({
      commit: git(project, 'rev-parse', 'HEAD').trim(),
      current: null,
      blocked: [],
    });
    const progress = loadProgress(project);
    expect(progress?.prompts).toEqual(promptHashes(['planner']));
    expect(progress?.converted[0]?.metrics.prompts).toEqual(
      promptHashes(['migration-reviewer', 'signature-planner', 'translator']),
    );
    const rust = readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
    expect(rust).toContain('//! Numbers and their digits.');
    expect(rust.match(/mod tests/g)).toHaveLength(1);
  });
});
