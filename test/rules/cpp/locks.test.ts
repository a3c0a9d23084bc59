import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const grammars = loadGrammars();

const PROGRAM = `#include <mutex>
static std::mutex table;
static int used;
int reserve(Calendar &calendar, int wanted) {
  table.lock();
  if (used + wanted > 100) { RELEASE; return -1; }
  used += wanted;
  table.unlock();
  return 0;
}
`;

test.each([
  ['table.unlock()', []],
  ['table.unlock_shared()', []],
  ['calendar.unlock()', [6]],
  ['table.schedule_unlock()', [6]],
  ['table.unlock_later()', [6]],
  ['table.unlock(1)', [6]],
])('a lock is given back by its own method alone: %s', async (release, lines) => {
  const program = PROGRAM.replace('RELEASE', release);
  const { hits } = await analyseFile('a.cpp', program, grammars, NO_PROJECT, RULES);
  const found = hits.filter(({ rule }) => rule === 'deadlock_patterns');
  expect(found.map(({ location }) => location.line)).toEqual(lines);
});

const POINTERS = `#include <memory>
struct Room { void tell(); };
void all(std::weak_ptr<Room> room) {
  if (auto now = room.lock()) now->tell();
  auto later = room.lock();
  if (later) later->tell();
  later = room.lock();
  if (later) later->tell();
}
`;

test('what a weak pointer gives is no lock', async () => {
  const { hits } = await analyseFile('a.cpp', POINTERS, grammars, NO_PROJECT, RULES);
  expect(hits.map(({ rule }) => rule)).toEqual([]);
});
