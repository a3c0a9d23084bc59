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

const THROWN = `#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
static double parsed(const std::string &text) {
  if (text.empty()) throw std::invalid_argument("no number");
  return std::stod(text);
}
class Sums {
public:
  void add(const std::string &name, const std::string &value) {
    mutex_.lock();
    sums_[name] += parsed(value); // defect
    mutex_.unlock();
  }
  void limit(int count) {
    mutex_.lock();
    if (count < 0) throw std::out_of_range("count"); // defect
    limit_ = count;
    mutex_.unlock();
  }
  void tried(const std::string &text) {
    try {
      mutex_.lock();
      limit_ = std::stoi(text); // defect
      mutex_.unlock();
    } catch (const std::exception &) {
      limit_ = 0;
    }
  }
private:
  std::mutex mutex_;
  std::map<std::string, double> sums_;
  int limit_ = 0;
};`;

const CAUGHT = `#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
static double parsed(const std::string &text) { return std::stod(text); }
static double safe(const std::string &text) {
  try {
    return std::stod(text);
  } catch (const std::exception &) {
    return 0;
  }
}
class Sums {
public:
  void add(const std::string &name, const std::string &value) {
    const double number = parsed(value);
    mutex_.lock();
    sums_[name] += number + safe(value);
    mutex_.unlock();
  }
  void guarded(const std::string &name, const std::string &value) {
    std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
    lock.lock();
    sums_[name] += parsed(value);
    lock.unlock();
  }
  void limit(const std::string &text) {
    mutex_.lock();
    try {
      limit_ = std::stoi(text);
    } catch (...) {
      limit_ = 0;
    }
    mutex_.unlock();
  }
  void tried(const std::string &text) {
    mutex_.lock();
    try {
      limit_ = std::stoi(text);
      mutex_.unlock();
    } catch (const std::exception &) {
      mutex_.unlock();
      throw;
    }
  }
  void refused(int count) {
    mutex_.lock();
    if (count < 0) {
      mutex_.unlock();
      throw std::out_of_range("count");
    }
    limit_ = count;
    mutex_.unlock();
  }
private:
  std::mutex mutex_;
  std::map<std::string, double> sums_;
  int limit_ = 0;
};`;

test.each([
  ['leaves the lock', THROWN],
  ['that is caught, or comes before or behind, does not', CAUGHT],
])('an exception between lock and unlock %s', async (_, program) => {
  const { hits } = await analyseFile('a.cpp', program, grammars, NO_PROJECT, RULES);
  const found = hits.filter(({ rule }) => rule === 'deadlock_patterns');
  const marked = program.split('\n').flatMap((line, at) => (/defect/.test(line) ? [at + 1] : []));
  expect(found.map(({ location }) => location.line)).toEqual(marked);
});
