import type { Expr } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Value } from '../../code/flow/domain/value.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { constantPrefix, isConstantText } from './support/expressions/constant-text.ts';
import { confidenceByOrigin, traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';
import { GuardedTexts, namesOf } from './support/texts/guarded-texts.ts';
import { guardsCommand } from './support/texts/text-guard.ts';

/** Calls whose text a shell reads. */
const SHELL: ReadonlyMap<string, number> = new Map(
  Object.entries({
    system: 0,
    popen: 0,
    _popen: 0,
    _wsystem: 0,
    wordexp: 0,
    WinExec: 0,
    g_spawn_command_line_sync: 0,
    g_spawn_command_line_async: 0,
  }),
);
/** Calls that start a program without a shell: what names the program. */
const PROGRAM: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    execl: [0],
    execlp: [0],
    execle: [0],
    execv: [0],
    execvp: [0],
    execve: [0],
    execvpe: [0],
    posix_spawn: [1],
    posix_spawnp: [1],
    ShellExecute: [2],
    ShellExecuteA: [2],
    ShellExecuteW: [2],
    CreateProcess: [0, 1],
    CreateProcessA: [0, 1],
    CreateProcessW: [0, 1],
  }),
);
const SHELLS = /(?:^|\/)(?:ba|da|z|k|c)?sh$|cmd(?:\.exe)?$/;

/** Names of calls that matter here. */
const STARTS = namesOf(SHELL.keys(), PROGRAM.keys());

export const commandExec: CRule = {
  id: 'command_exec',
  title: 'A command is run that is not a literal',
  category: 'input',
  cwe: [78, 88],
  severity: 'high',
  precision: 'high',
  help: 'A shell reads `;`, `|`, `$(...)` and more in the text it is given. Where any of that text comes from outside, its sender can run any command with the rights of this program. Without a shell the program that is started, or its options, may still be chosen by others.',
  suggestion:
    'Start the program with execv and a fixed path, pass outside data as single arguments after `--`, and allow only expected characters.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <stdlib.h>
void archive(const char *folder) {
  char line[512];
  snprintf(line, sizeof line, "tar czf /tmp/out.tgz %s", folder);
  system(line); // defect
}`,
      `#include <stdio.h>
#include <stdlib.h>
void look_up(void) {
  char host[128];
  char line[256];
  if (fgets(host, sizeof host, stdin) == NULL) return;
  snprintf(line, sizeof line, "host %s", host);
  FILE *answer = popen(line, "r"); // defect
  if (answer != NULL) pclose(answer);
}`,
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct printer { char *queue; int pages; };
static void load(struct printer *printer, FILE *settings) {
  char line[80];
  if (fgets(line, sizeof line, settings) != NULL) printer->queue = strdup(line);
}
static void print(const struct printer *printer) {
  char line[200];
  snprintf(line, sizeof line, "lp -d %s", printer->queue);
  system(line); // defect
}
int run(FILE *settings) {
  struct printer printer = {0};
  load(&printer, settings);
  print(&printer);
  return printer.pages;
}`,
      `#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
void obey(FILE *orders) {
  char text[900];
  if (fgets(text, sizeof text, orders) == NULL) return;
  cJSON *order = cJSON_Parse(text);
  const cJSON *task = cJSON_GetObjectItem(order, "task");
  const char *line = task == NULL ? NULL : cJSON_GetStringValue(task);
  if (line != NULL) system(line); // defect
  cJSON_Delete(order);
}`,
      `#include <unistd.h>
void start(const char *script) {
  execl("/bin/sh", "sh", "-c", script, (char *)0); // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
void clear_screen(int windows) { system(windows ? "cls" : "clear"); }`,
      `#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
static int is_plain(const char *text) {
  for (; *text != 0; text++)
    if (!isalnum((unsigned char)*text)) return 0;
  return 1;
}
int ping(const char *host) {
  char line[128];
  if (!is_plain(host)) return -1;
  snprintf(line, sizeof line, "ping -c 1 %s", host);
  return system(line);
}`,
      `#include <stdio.h>
#include <stdlib.h>
void wait_for(int seconds) {
  char line[32];
  snprintf(line, sizeof line, "sleep %d", seconds);
  system(line);
}`,
    ],
  },
  listen(report) {
    const guarded = new GuardedTexts();
    return {
      enter: (fn, facts) => guarded.reset(fn, facts, STARTS),
      branch: (condition, _assertion, facts) => guarded.branch(condition, facts),
      call(event, facts) {
        guarded.call(event, facts);
        const { name } = event.call;
        const shell = SHELL.get(name);
        if (shell !== undefined) checkShell(event, shell, guarded, facts, report);
        else if (PROGRAM.get(name) !== undefined)
          checkProgram(event, PROGRAM.get(name) ?? [], guarded, facts, report);
      },
      assign(event, facts) {
        const { target } = event;
        if (!('kind' in target) || target.kind !== 'member') return;
        if (target.name !== 'lpFile' && target.name !== 'lpParameters') return;
        if (untrustedDataIn(event.assigned, facts) === undefined) return;
        report(event.expr, `\`${facts.text(event.expr)}\` hands outside text to ShellExecuteEx`, {
          confidence: 0.55,
        });
      },
    };
  },
};

function checkShell(
  event: CallEvent,
  position: number,
  guarded: GuardedTexts,
  facts: Facts,
  report: ReportHit,
): void {
  const arg = event.call.args[position];
  const value = event.args[position];
  if (arg === undefined || value === undefined || isConstantText(arg, value, facts)) return;
  const taint = untrustedDataIn(value, facts);
  const guard = guarded.of(arg, value, facts);
  if (guardsCommand(guard, isQuoted(value, facts))) return;
  if (taint === undefined && !isUnknown(arg, value, facts)) return;
  const confidence = taint === undefined ? 0.45 : confidenceByOrigin(taint, 0.92, 0.7);
  report(
    event.call,
    taint === undefined || taint.kind === 'parameter'
      ? `\`${event.call.name}\` hands \`${facts.text(arg)}\` to a shell, and it is no literal`
      : `\`${event.call.name}\` hands text from ${taint.source} to a shell`,
    {
      confidence,
      event: eventOf(taint),
      trace: traceOf(taint, facts.step(event.call, 'a shell reads it here')),
    },
  );
}

/** Built from numbers alone it is fine; where other text came from is not known. */
function isUnknown(arg: Expr, value: Value, facts: Facts): boolean {
  const text = constantPrefix(value, facts);
  return text === undefined || /%[-.\d*]*[sc]/.test(text) || withoutCasts(arg).kind === 'call';
}

/** Whether all texts that went into a command stand between single quotes, which a shell reads nothing in. */
function isQuoted(value: Value, facts: Facts): boolean {
  const format = constantPrefix(value, facts) ?? '';
  return /'%s'/.test(format) && !/%[-.\d*]*s/.test(format.replace(/'[^']*'/g, ''));
}

/** What a record of the caller holds is mostly how it was set up: data from a source that goes there is followed by its field. */
function isField(arg: Expr): boolean {
  return withoutCasts(arg).kind === 'member';
}

function checkProgram(
  event: CallEvent,
  positions: readonly number[],
  guarded: GuardedTexts,
  facts: Facts,
  report: ReportHit,
): void {
  const { call, args } = event;
  const throughShell = call.args.some((arg) => {
    const inner = withoutCasts(arg);
    return inner.kind === 'string' && SHELLS.test(inner.value);
  });
  call.args.forEach((arg, index) => {
    const value = args[index];
    if (value === undefined || isConstantText(arg, value, facts)) return;
    if (call.name.startsWith('posix_spawn') && index !== 1 && index !== 4) return;
    const taint = untrustedDataIn(value, facts);
    if (taint === undefined || guardsCommand(guarded.of(arg, value, facts), false)) return;
    const names = positions.includes(index);
    const vector = /^execv|^posix_spawn/.test(call.name) && !names;
    // An array of arguments is what such helpers are for; the environment is seldom the defect.
    if (vector && !throughShell && taint.kind === 'parameter') return;
    if (/^exec.*e$/.test(call.name) && index === call.args.length - 1) return;
    const confidence = throughShell
      ? confidenceByOrigin(taint, 0.88, 0.65)
      : names
        ? confidenceByOrigin(taint, 0.8, isField(arg) ? 0.45 : 0.6)
        : confidenceByOrigin(taint, 0.6, 0.5);
    report(
      call,
      names
        ? `the program that \`${call.name}\` starts is decided by ${taint.source}`
        : `an argument of the program that \`${call.name}\` starts comes from ${taint.source}`,
      {
        confidence,
        event: eventOf(taint),
        trace: traceOf(taint, facts.step(call, 'the program is started here')),
        ...(names || throughShell ? {} : { cwe: 88 }),
      },
    );
  });
}
