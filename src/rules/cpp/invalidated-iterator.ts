import type { LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from '../c/c-rule.ts';
import { followBorrowedElements, type StaleUse } from './borrowed-elements.ts';
import { changedWithin, rangeLoops } from './changed-within-loop.ts';
import { containerKind } from './containers.ts';
import { elementChange } from './element-changes.ts';

export const invalidatedIterator: CRule = {
  id: 'invalidated_iterator',
  title: 'An iterator is used after its container has changed',
  category: 'cpp',
  cwe: [416],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'A vector, a string or a deque moves its elements when it grows, and erasing or popping an element leaves nothing where an iterator leads. Iterators, references and pointers from before, and all of them when the container is assigned, then lead into memory that is freed or holds something else. A loop over the elements (`for (x : all)`) keeps such iterators, too.',
  suggestion:
    'Take the iterator that `erase` or `insert` returns, collect what is to be added and add it after the loop, or keep an index instead.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <vector>
int doubled(std::vector<int> &all) {
  int sum = 0;
  for (auto it = all.begin(); it != all.end(); ++it) { // defect
    if (*it > 3) all.push_back(2);
    sum += 1;
  }
  return sum;
}
void prune(std::vector<int> &all) {
  for (int each : all)
    if (each < 0) all.erase(all.begin()); // defect
}`,
      `#include <map>
#include <vector>
int drop(std::map<int, int> &all, int key) {
  auto it = all.find(key);
  if (it == all.end()) return 0;
  all.erase(it);
  return it->second; // defect
}
int grown(std::vector<int> &all) {
  int &first = all[0];
  int *second = &all[1];
  all.push_back(7);
  return first + // defect
    *second; // defect
}`,
      `#include <cstdio>
#include <string>
#include <vector>
void show(const char *text);
void added(std::string &name) {
  const char *text = name.c_str();
  name += ".txt";
  std::puts(text); // defect
}
void appended() {
  std::string name = "a";
  auto text = name.data();
  name.append("b");
  show(text); // defect
}
std::string copied(std::string name, bool more) {
  const char *text = name.c_str();
  if (more) name.push_back('x');
  std::string copy = text; // defect
  return copy;
}
void grown(std::vector<char> &all) {
  char *first = all.data();
  all.resize(all.size() * 2);
  *first = 1; // defect
}`,
      `#include <string>
#include <vector>
char text(std::string name) {
  auto it = name.begin();
  name.push_back('x');
  char first = *it; // defect
  std::string::iterator at = name.begin();
  name += ".txt";
  return first + *at; // defect
}
int given_anew(std::vector<int> all, const std::vector<int> &other) {
  auto it = all.begin();
  all = other;
  return *it; // defect
}
int exchanged(std::vector<int> all) {
  std::vector<int> other;
  auto it = all.begin();
  all.swap(other);
  other.clear();
  return *it; // defect
}
class Journal {
public:
  const std::string &undo();
  size_t add(const std::string &line);
private:
  std::vector<std::string> lines_;
};
const std::string &Journal::undo() {
  const std::string &last = lines_.back();
  lines_.pop_back();
  return last; // defect
}
size_t Journal::add(const std::string &line) {
  const std::string *first = &lines_.front();
  lines_.push_back(line);
  return first->size(); // defect
}`,
      `#include <map>
#include <queue>
#include <string>
struct Job { int id; };
int dropped(std::map<std::string, int> &all, const std::string &key) {
  auto it = all.find(key);
  if (it == all.end()) return 0;
  all.erase(key);
  return it->second; // defect
}
void empty_ones(std::map<int, int> &all) {
  for (auto it = all.begin(); it != all.end(); ++it) // defect
    if (it->second == 0) all.erase(it->first);
}
void old_ones(std::map<int, int> &all, int now) {
  for (const auto &[time, value] : all)
    if (time < now) all.erase(time); // defect
}
int next(std::queue<Job> &jobs) {
  const Job &job = jobs.front();
  jobs.pop();
  return job.id; // defect
}`,
    ],
    good: [
      `#include <map>
#include <vector>
int doubled(std::vector<int> &all) {
  std::vector<int> more;
  for (auto it = all.begin(); it != all.end(); ++it)
    if (*it > 3) more.push_back(*it * 2);
  for (int each : more) all.push_back(each);
  return all.size();
}
void prune(std::vector<int> &all, std::map<int, int> &numbers) {
  for (auto it = all.begin(); it != all.end();) {
    if (*it < 0) it = all.erase(it);
    else ++it;
  }
  for (auto it = numbers.begin(); it != numbers.end();) {
    if (it->second == 0) numbers.erase(it++);
    else ++it;
  }
  for (int each : all) {
    if (each > 9) { all.push_back(0); break; }
  }
}`,
      `#include <list>
#include <string>
#include <vector>
int kept(std::list<int> &all) {
  int &first = all.front();
  auto it = all.begin();
  all.push_back(7);
  return first + *it;
}
int room(std::vector<int> &all) {
  all.reserve(all.size() + 1);
  int &first = all[0];
  all.push_back(first);
  return first;
}
void again(std::vector<int> &all, const std::string &text) {
  auto it = all.begin();
  auto at = text.find('x');
  all.clear();
  it = all.begin();
  if (it != all.end()) all.push_back(*it + (int)at);
}`,
      `#include <cstdio>
#include <string>
#include <unistd.h>
#include <vector>
void renew(const char *&text, const std::string &name);
void taken_again(std::string &name) {
  const char *text = name.c_str();
  name += ".txt";
  text = name.c_str();
  std::puts(text);
  name += ".gz";
  renew(text, name);
  std::puts(text);
}
std::string copied(std::string &name) {
  std::string text = name.c_str();
  name += ".txt";
  std::puts(text.c_str());
  return text;
}
long smaller(int from) {
  std::vector<char> all(4096);
  char *text = all.data();
  const long count = read(from, text, all.size());
  if (count < 1) return 0;
  all.resize(count);
  return text[0];
}
void roomy(std::string &name) {
  name.reserve(100);
  const char *text = name.c_str();
  name += "x";
  std::puts(text);
}`,
      `#include <deque>
#include <list>
#include <map>
#include <queue>
#include <string>
#include <vector>
struct Job { int id; };
int ends(std::deque<int> &all) {
  int &first = all.front();
  all.push_back(1);
  all.pop_back();
  return first;
}
int others(std::map<int, int> &all, int key, int other) {
  auto it = all.find(key);
  auto next = all.find(other);
  if (it == all.end() || next == all.end()) return 0;
  all.erase(key);
  key = other;
  auto again = all.find(key);
  key += 1;
  all.erase(key);
  return next->second + (again == all.end() ? 0 : again->second);
}
void first_old(std::map<int, int> &all, std::map<int, int> &seen, int now) {
  for (const auto &[time, value] : all) {
    seen.erase(time);
    if (time < now) {
      all.erase(time);
      break;
    }
  }
}
int next(std::queue<Job> &jobs) {
  const Job job = jobs.front();
  jobs.pop();
  const Job &then = jobs.front();
  return job.id + then.id;
}
int exchanged(std::vector<int> &all) {
  std::vector<int> other = {1};
  auto it = all.begin();
  all.swap(other);
  all.clear();
  return *it;
}
int pushed(std::vector<int> all) {
  auto first = all.begin();
  int &last = all.back();
  last += 1;
  all.erase(first + 1);
  return *first;
}
class Pool {
public:
  Pool() { jobs_.reserve(16); }
  int add(const Job &job);
private:
  std::vector<Job> jobs_;
};
int Pool::add(const Job &job) {
  const Job &first = jobs_.front();
  jobs_.push_back(job);
  return first.id;
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    const ranges = rangeLoops(unit);
    for (const fn of unit.functions) {
      if (!mayChange(fn)) continue;
      for (const { use, variable, borrowed, isGiven } of staleUses(fn, unit)) {
        const { container, as, gone, by } = borrowed;
        const sure = gone === 'always' ? 'has' : 'may have';
        report(
          use,
          `\`${by}\` ${sure} changed \`${container}\` since the ${as} \`${variable.name}\` was taken from it`,
          { confidence: (gone === 'always' ? 0.88 : 0.7) - (isGiven ? 0.1 : 0) },
        );
      }
      for (const loop of fn.loops) changedWithin(loop, fn, ranges, report);
    }
  },
};

/** Whether anything here may take elements away. */
function mayChange(fn: LoweredFunction): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) =>
      (expr.kind === 'call' &&
        (/^(?:erase|swap|remove)$/.test(expr.name) ||
          elementChange(expr, new Set()) !== undefined)) ||
      (expr.kind === 'assign' &&
        (expr.op === '+=' || containerKind(expr.target.type) !== undefined)),
  );
}

/** The first use of each variable, or the first that is certain. */
function staleUses(fn: LoweredFunction, unit: TranslationUnit): StaleUse[] {
  const first = new Map<Variable, StaleUse>();
  followBorrowedElements(fn, unit, {
    used(found) {
      const known = first.get(found.variable);
      const isSurer = rank(found) - (known === undefined ? -1 : rank(known));
      const isEarlier = known === undefined || found.use.start < known.use.start;
      if (isSurer > 0 || (isSurer === 0 && isEarlier)) first.set(found.variable, found);
    },
  });
  return [...first.values()];
}

function rank({ borrowed }: StaleUse): number {
  return borrowed.gone === 'always' ? 1 : 0;
}
