import type { CRule } from './c-rule.ts';
import { followSharedResults } from './support/calls/shared-results.ts';

export const overwrittenResult: CRule = {
  id: 'overwritten_result',
  title: 'A result is used after another call has overwritten it',
  category: 'memory',
  cwe: [825],
  furtherCwe: [416],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: '`getpwnam`, `localtime`, `inet_ntoa`, `gethostbyname` and the like return a pointer to memory of their own, which the next call fills anew. The first pointer then leads to the answer to the second question: two users that are compared are the same one.',
  suggestion:
    'Copy what is needed before the next call, or use the variant with a buffer of your own (getpwnam_r, localtime_r, inet_ntop).',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <pwd.h>
#include <stdio.h>
static struct passwd *user(const char *name) {
  struct passwd *found = getpwnam(name);
  if (found == NULL) fprintf(stderr, "no %s\\n", name);
  return found;
}
int same_group(const char *one, const char *other) {
  struct passwd *first = user(one);
  struct passwd *second = user(other);
  if (first == NULL || second == NULL) return 0;
  return first->pw_gid == second->pw_gid; // defect
}`,
      `#include <arpa/inet.h>
#include <stdio.h>
#include <time.h>
void show(struct in_addr from, struct in_addr to) {
  printf("%s to %s\\n", inet_ntoa(from), inet_ntoa(to)); // defect
}
int days(time_t from, time_t to) {
  struct tm *a = localtime(&from), *b = localtime(&to);
  return b->tm_yday - a->tm_yday; // defect
}`,
      `#include <pwd.h>
#include <string.h>
static int uid_of(const char *name) {
  struct passwd *found = getpwnam(name);
  return found == NULL ? -1 : (int)found->pw_uid;
}
int is_owner(const char *name, const char *owner, const char *home) {
  struct passwd *caller = getpwnam(name);
  if (caller == NULL) return 0;
  int uid = uid_of(owner);
  return (int)caller->pw_uid == uid && strcmp(caller->pw_dir, home) == 0; // defect
}`,
    ],
    good: [
      `#include <pwd.h>
#include <time.h>
int same_group(const char *one, const char *other) {
  struct passwd *found = getpwnam(one);
  if (found == NULL) return 0;
  gid_t group = found->pw_gid;
  found = getpwnam(other);
  return found != NULL && found->pw_gid == group;
}
int days(time_t from, time_t to) {
  struct tm a = *localtime(&from);
  struct tm *b = localtime(&to);
  return b->tm_yday - a.tm_yday;
}
int all(void) {
  struct passwd *each;
  int count = 0;
  while ((each = getpwent()) != NULL) count += each->pw_uid > 0;
  return count;
}
int either(const char *name, uid_t uid) {
  struct passwd *found = getpwnam(name);
  if (found == NULL) found = getpwuid(uid);
  return found == NULL ? -1 : (int)found->pw_gid;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      followSharedResults(fn, unit, ({ use, variable, by, isSure }) =>
        report(
          use,
          variable === undefined
            ? `the results of the calls of \`${by}\` are one and the same memory`
            : `\`${variable.name}\` points to memory that \`${by}\` has filled anew since`,
          { confidence: isSure ? 0.8 : 0.6 },
        ),
      );
  },
};
