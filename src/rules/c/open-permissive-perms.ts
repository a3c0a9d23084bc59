import type { CallExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionsIn, topLevelExpressions } from '../../code/c/ir/walk.ts';
import type { CRule } from './c-rule.ts';

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
const CREATES = 0o100;

export const openPermissivePerms: CRule = {
  id: 'open_permissive_perms',
  title: 'A file that others may write to',
  category: 'permissions',
  cwe: [732, 276],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'A mode such as 0777 or 0666 lets every user of the machine change the file, unless the umask of the user who started the program happens to forbid it. What the program reads back later may be theirs.',
  suggestion: 'Create files with 0600 or 0640, and directories with 0700 or 0750.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <fcntl.h>
#include <sys/stat.h>
int keep(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT, 0666); // defect
  if (fd < 0) return -1;
  fchmod(fd, S_IRWXU | S_IRWXG | S_IRWXO); // defect
  return fd;
}`,
      `#include <sys/stat.h>
void daemonize(void) {
  umask(0); // defect
  mkdir("/var/spool/jobs", 0777); // defect
}`,
    ],
    good: [
      `#include <fcntl.h>
int keep(const char *path) { return open(path, O_WRONLY | O_CREAT | O_EXCL, 0640); }
int look(const char *path) { return open(path, O_RDONLY); }`,
      `#include <sys/stat.h>
mode_t current(void) { mode_t mask; umask(mask = umask(0)); return mask; }
mode_t current_too(void) { mode_t mask = umask(0); umask(mask); return mask; }`,
      `#include <sys/stat.h>
void share(void) { mkdir("/var/spool/jobs", 01777); umask(022); }`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      const { call } = event;
      const position = modeOf(call);
      const value = position === undefined ? undefined : event.args[position];
      if (value === undefined) return;
      const { lo, hi } = facts.range(value);
      if (lo !== hi) return;
      if (call.name === 'umask') {
        if (lo === 0 && !isOnlyRead(call, facts.function))
          report(
            call,
            'after umask(0) every file is created with all the rights that are asked for',
            {
              confidence: 0.6,
              cwe: 276,
            },
          );
        return;
      }
      const flags = /^open(?:64|at)?$/.test(call.name)
        ? event.args[(position ?? 1) - 1]
        : undefined;
      if (flags !== undefined) {
        const { lo: least, hi: most } = facts.range(flags);
        if (least === most && (least & CREATES) === 0) return;
      }
      // A sticky directory such as /tmp is meant for all.
      if (lo < 0 || (lo & 0o1000) !== 0) return;
      const written = `0${lo.toString(8)}`;
      const changes = /chmod/.test(call.name);
      const isDirectory = /^mkdir/.test(call.name);
      if ((lo & OTHERS_WRITE) !== 0)
        report(call, `mode ${written} lets every user write to it`, {
          // The umask takes the rights of others from what is new; what the code adds afterwards stays. A
          // new directory is made with all rights everywhere; a new file that can be run mostly is a mistake.
          confidence: changes ? 0.85 : (lo & 0o111) !== 0 && !isDirectory ? 0.6 : 0.45,
        });
      else if ((lo & GROUP_WRITES) !== 0)
        report(call, `mode ${written} lets the whole group write to it`, { confidence: 0.45 });
    },
  }),
};

/** Whether a call of `umask` is made for its result, which the next one puts back at once: there is no other way to ask for it. */
function isOnlyRead(call: CallExpr, { blocks }: LoweredFunction): boolean {
  for (const block of blocks) {
    const expressions = topLevelExpressions(block);
    const at = expressions.findIndex((expr) => expressionsIn(expr).includes(call));
    if (at < 0) continue;
    const next = expressions[at + 1];
    const isNested = expressionsIn(expressions[at] ?? call).some(
      (part) => part !== call && isUmask(part) && expressionsIn(part).includes(call),
    );
    return isNested || (next !== undefined && isUmask(next) && next.args[0]?.kind === 'name');
  }
  return false;
}

function isUmask(expr: Expr): expr is CallExpr {
  return expr.kind === 'call' && expr.name === 'umask';
}

/** Where a call takes the mode of a file. */
function modeOf(call: CallExpr): number | undefined {
  switch (call.name) {
    case 'umask':
      return 0;
    case 'creat':
    case 'chmod':
    case 'lchmod':
    case 'fchmod':
    case 'mkdir':
    case 'mkfifo':
    case 'shm_open':
      return call.name === 'shm_open' ? 2 : 1;
    case 'open':
    case 'open64':
    case 'fchmodat':
    case 'mkdirat':
      return call.args.length > 2 ? 2 : undefined;
    case 'openat':
      return call.args.length > 3 ? 3 : undefined;
    default:
      return undefined;
  }
}
