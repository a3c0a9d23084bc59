import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

const FOLDER = join(import.meta.dirname, 'planted');
const parser = await loadGrammars().parser('cpp');

/** Fourteen defects that C++ alone has, by the rule that finds each. */
const PLANTED: Record<string, string> = {
  'array-out-of-range': 'container_out_of_bounds',
  'c-str-of-temporary': 'dangling_string_view',
  'dangling-view': 'dangling_string_view',
  'double-delete-copied': 'shallow_copy',
  'get-after-reset': 'smart_pointer_get_escape',
  'iterator-after-erase': 'invalidated_iterator',
  'lambda-reference-returned': 'dangling_capture',
  'member-uninitialised': 'uninitialized_member',
  'missing-virtual-destructor': 'missing_virtual_dtor',
  'new-array-delete-member': 'new_delete_mismatch',
  'push-while-iterating': 'invalidated_iterator',
  'raw-copy-of-object': 'raw_object_copy',
  'use-after-move': 'use_after_move',
  'vector-index': 'container_out_of_bounds',
};

/** What would be reported of a file; places to look at are not. */
function found(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const run = runCRules(parseSyntax(parser, text), 'cpp', parser, { path: file, rules: C_RULES });
  const hits = run.hits.filter(({ confidence }) => confidence >= 0.4);
  return [...new Set(hits.map(({ rule }) => rule))];
}

test('each defect has a file, and so has its sound twin', () => {
  const files = Object.keys(PLANTED).flatMap((name) => [`${name}.defect.cpp`, `${name}.sound.cpp`]);
  expect(readdirSync(FOLDER).sort()).toEqual(files.sort());
});

describe.each(Object.entries(PLANTED))('%s', (name, rule) => {
  test('the defect is found', () => {
    expect(found(`${name}.defect.cpp`)).toEqual([rule]);
  });

  test('nothing is said of the sound twin', () => {
    expect(found(`${name}.sound.cpp`)).toEqual([]);
  });
});
