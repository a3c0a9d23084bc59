import type { CallExpr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsIn, visitFunction } from '../../code/c/ir/walk.ts';
import type { CRule } from './c-rule.ts';
import { someFunctionCalls } from './support/calls/own-functions.ts';

const DROPS =
  /^(?:set(?:re|res|e)?[ug]id|setgroups|initgroups|setfsuid|setfsgid|cap_set_proc|prctl|setpgrp2|ImpersonateLoggedOnUser|RevertToSelf)$/;
const JAILS = /^(?:chroot|unshare|setrlimit|pivot_root)$/;

export const privilegeUnchecked: CRule = {
  id: 'privilege_unchecked',
  title: 'Giving up privileges is not checked',
  category: 'permissions',
  cwe: [273, 252],
  furtherCwe: [243, 696, 271],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: '`setuid` and its like can fail, for instance when the user has too many processes. A program that goes on regardless keeps all the rights it meant to give up. The group must go before the user, the supplementary groups with it, and a `chroot` needs a `chdir` into the new root.',
  suggestion: 'Check the result and stop the program when it is not 0.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <unistd.h>
void become(uid_t user, gid_t group) {
  setgid(group); // defect
  setuid(user); // defect
}`,
      `#include <stdlib.h>
#include <unistd.h>
void become(uid_t user, gid_t group) {
  if (setuid(user) != 0) abort();
  if (setgid(group) != 0) abort(); // defect
}`,
      `#include <unistd.h>
int become(uid_t user, gid_t group) {
  if (setresgid(group, group, group) != 0) // defect
    return -1;
  return setresuid(user, user, user);
}`,
    ],
    good: [
      `#include <grp.h>
#include <stdlib.h>
#include <unistd.h>
void become(uid_t user, gid_t group) {
  if (setgroups(1, &group) != 0) abort();
  if (setgid(group) != 0 || setuid(user) != 0) abort();
}
int jail(const char *root) {
  if (chroot(root) != 0) return -1;
  return chdir("/");
}`,
      `#include <stdlib.h>
#include <unistd.h>
void back(void) {
  if (setgid(getgid()) != 0 || setuid(getuid()) != 0) abort();
}
int jail(const char *root) {
  if (chroot(root) != 0) return -1;
  return chdir("/");
}`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      const { name } = event.call;
      const isDrop = DROPS.test(name) && name !== 'prctl';
      if ((isDrop || JAILS.test(name)) && event.use === 'ignored')
        report(event.call, `\`${name}\` may fail, and its result is not checked`, {
          confidence: isDrop || name === 'chroot' ? 0.8 : 0.45,
        });
      if (name === 'chroot' && !isHere(event.call) && !entersRoot(facts.function))
        report(
          event.call,
          'after `chroot` the working directory still lies outside: `chdir("/")` is missing',
          {
            confidence: 0.6,
            cwe: 243,
          },
        );
    },
  }),
  inspect(unit, report) {
    const keepsGroups = !someFunctionCalls(unit, /^(?:setgroups|initgroups)$/);
    for (const fn of unit.functions) {
      const calls: CallExpr[] = [];
      visitFunction(fn, (expr) => {
        if (expr.kind === 'call') calls.push(expr);
      });
      calls.sort((a, b) => a.start - b.start);
      const user = calls.findIndex(
        (call) => /^set(?:res?|re)?uid$/.test(call.name) && !takesRoot(call),
      );
      const group = calls.findIndex((call) =>
        /^(?:set(?:res?|re)?gid|setgroups|initgroups)$/.test(call.name),
      );
      const late = calls[group];
      if (user >= 0 && group > user && late !== undefined)
        report(late, `\`${late.name}\` comes after the user was given up, so that it must fail`, {
          confidence: 0.7,
          cwe: 696,
        });
      const given = keepsGroups && user >= 0 ? calls.find(givesUpGroup) : undefined;
      if (given !== undefined)
        report(
          given,
          `\`${given.name}\` leaves the supplementary groups, so that the program keeps what they may: \`setgroups\` or \`initgroups\` is missing before it`,
          { confidence: 0.55, cwe: 271 },
        );
    }
  },
};

/** Whether a call takes over another group for good, and not the one that the program was started with. */
function givesUpGroup(call: CallExpr): boolean {
  if (!/^set(?:res?|re)?gid$/.test(call.name) || takesRoot(call)) return false;
  return call.args.every(
    (arg) =>
      !expressionsIn(arg).some((part) => part.kind === 'call' && /^gete?gid$/.test(part.name)),
  );
}

/** `setuid(0)` takes rights instead of giving them up. */
function takesRoot(call: CallExpr): boolean {
  return call.args.every((arg) => arg.kind === 'number' && arg.value <= 0);
}

function entersRoot(fn: LoweredFunction): boolean {
  let found = false;
  visitFunction(fn, (expr) => {
    if (expr.kind === 'call' && /^f?chdir$/.test(expr.name)) found = true;
  });
  return found;
}

/** `chroot(".")` makes the working directory the root. */
function isHere(call: CallExpr): boolean {
  const [path] = call.args;
  return path?.kind === 'string' && path.value === '.';
}
