import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { Taint } from '../../code/flow/domain/taint.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { constantPrefix, isConstantText } from './support/expressions/constant-text.ts';
import { confidenceByOrigin, traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';
import { GuardedTexts, namesOf } from './support/texts/guarded-texts.ts';
import { textArguments } from './support/texts/text-arguments.ts';
import { guardsSql } from './support/texts/text-guard.ts';

/** How a statement begins; a word alone may begin any sentence. */
const STATEMENT =
  /^\s*(?:select\s.*(?:\sfrom\s|%)|insert\s+(?:or\s+\w+\s+)?into\s|replace\s+into\s|update\s.*\sset\s|delete\s+from\s|drop\s+(?:table|database|index|user|view)\s|create\s+(?:table|database|index|user|view|temp)\b|alter\s+(?:table|user|database)\s|truncate\s+table\s|grant\s.*\sto\s|exec(?:ute)?\s+\w+\s|call\s+\w+\s*\(|merge\s+into\s|with\s+\w+\s+as\s*\()/is;
/** The head that a statement has before anything is appended. */
const HEAD = /^\s*(?:select|insert\s+into|update|delete\s+from|drop\s+table)\b/i;

/** Calls that format text: the place of the format. */
const FORMATS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    sprintf: 1,
    snprintf: 2,
    asprintf: 1,
    swprintf: 2,
    _snprintf: 2,
    sprintf_s: 2,
    sqlite3_mprintf: 0,
    sqlite3_snprintf: 2,
    g_strdup_printf: 0,
  }),
);
const APPENDS = /^(?:strcat|strncat|strlcat|strcat_s)$/;
/** Calls that run or compile a statement: the place of its text. */
const RUNS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    sqlite3_exec: 1,
    sqlite3_prepare: 1,
    sqlite3_prepare_v2: 1,
    sqlite3_prepare_v3: 1,
    sqlite3_get_table: 1,
    mysql_query: 1,
    mysql_real_query: 1,
    mysql_stmt_prepare: 1,
    PQexec: 1,
    PQexecParams: 1,
    PQsendQuery: 1,
    PQprepare: 2,
    SQLExecDirect: 1,
    SQLExecDirectA: 1,
    SQLPrepare: 1,
    OCIStmtPrepare: 2,
  }),
);

/** Names of calls that matter here. */
const TOUCHES = namesOf(FORMATS.keys(), RUNS.keys(), ['strcat', 'strncat', 'strlcat', 'strcat_s']);

export const sqlInjection: CRule = {
  id: 'sql_injection',
  title: 'An SQL statement is built from outside data',
  category: 'input',
  cwe: [89],
  severity: 'high',
  precision: 'high',
  help: 'Text that is pasted into a statement is read as part of the statement. Its sender can read, change or delete rows that were never meant for them. Quotes around it do not help, since the text may hold quotes itself.',
  suggestion: 'Prepare the statement with placeholders and bind the values.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <sqlite3.h>
int find(sqlite3 *db, const char *city) {
  char text[256];
  snprintf(text, sizeof text, "SELECT id FROM shops WHERE city = '%s'", city); // defect
  return sqlite3_exec(db, text, 0, 0, 0);
}`,
      `#include <string.h>
void remove_user(const char *name, char *out) {
  char text[200];
  strcpy(text, "DELETE FROM users WHERE name = '");
  strcat(text, name); // defect
  strcat(text, "'");
  strcpy(out, text);
}`,
      `#include <stdio.h>
#include <mysql.h>
void shell(MYSQL *db) {
  char line[300];
  if (fgets(line, sizeof line, stdin) == NULL) return;
  mysql_query(db, line); // defect
}`,
    ],
    good: [
      `#include <stdio.h>
#include <sqlite3.h>
int find(sqlite3 *db, int id) {
  char text[128];
  snprintf(text, sizeof text, "SELECT city FROM shops WHERE id = %d", id);
  return sqlite3_exec(db, text, 0, 0, 0);
}`,
      `#include <sqlite3.h>
int find(sqlite3 *db, const char *city, sqlite3_stmt **out) {
  int status = sqlite3_prepare_v2(db, "SELECT id FROM shops WHERE city = ?", -1, out, 0);
  if (status != SQLITE_OK) return status;
  return sqlite3_bind_text(*out, 1, city, -1, SQLITE_TRANSIENT);
}`,
      `#include <stdio.h>
void help(const char *what) {
  char text[128];
  snprintf(text, sizeof text, "Select a %s from the list", what);
  puts(text);
}`,
    ],
  },
  listen(report) {
    const guarded = new GuardedTexts();
    let reported = new Set<number>();
    const note = (event: CallEvent, facts: Facts): void => {
      const target = event.args[0];
      if (target === undefined) return;
      for (const { object } of facts.pointees(target)) reported.add(object.id);
    };
    return {
      enter(fn, facts) {
        guarded.reset(fn, facts, TOUCHES);
        reported = new Set();
      },
      branch: (condition, _assertion, facts) => guarded.branch(condition, facts),
      call(event, facts) {
        guarded.call(event, facts);
        const { name } = event.call;
        const format = FORMATS.get(name);
        if (format !== undefined) {
          if (checkFormat(event, format, guarded, facts, report)) note(event, facts);
        } else if (APPENDS.test(name)) {
          if (checkAppended(event, guarded, facts, report)) note(event, facts);
        } else {
          const position = RUNS.get(name);
          if (position !== undefined) checkRun(event, position, guarded, reported, facts, report);
        }
      },
    };
  },
};

/** Keywords are written in one case; a capitalised word begins a sentence. */
function isStatement(text: string): boolean {
  return STATEMENT.test(text) && /^\s*(?:[A-Z]+|[a-z]+)\b/.test(text);
}

function checkFormat(
  event: CallEvent,
  position: number,
  guarded: GuardedTexts,
  facts: Facts,
  report: ReportHit,
): boolean {
  const value = event.args[position];
  const text = value === undefined ? undefined : constantPrefix(value, facts);
  if (text === undefined || !isStatement(text)) return false;
  let found = false;
  for (const at of textArguments(text, position)) {
    const arg = event.call.args[at];
    const given = event.args[at];
    if (arg === undefined || given === undefined) continue;
    if (isConstantText(arg, given, facts)) continue;
    const taint = untrustedDataIn(given, facts);
    if (taint === undefined) continue;
    if (guardsSql(guarded.of(arg, given, facts), /['"]%[-.\d*]*s/.test(text))) continue;
    found = true;
    hit(event, facts.text(arg), taint, facts, report);
  }
  return found;
}

function checkAppended(
  event: CallEvent,
  guarded: GuardedTexts,
  facts: Facts,
  report: ReportHit,
): boolean {
  const [target, added] = event.args;
  const arg = event.call.args[1];
  if (target === undefined || added === undefined || arg === undefined) return false;
  const text = constantPrefix(target, facts);
  if (text === undefined || !HEAD.test(text) || isConstantText(arg, added, facts)) return false;
  const taint = untrustedDataIn(added, facts);
  if (taint === undefined) return false;
  if (guardsSql(guarded.of(arg, added, facts), /['"]$/.test(text))) return false;
  hit(event, facts.text(arg), taint, facts, report);
  return true;
}

function hit(event: CallEvent, name: string, taint: Taint, facts: Facts, report: ReportHit): void {
  report(event.call, `\`${name}\`, from ${taint.source}, is pasted into an SQL statement`, {
    confidence: confidenceByOrigin(taint, 0.9, 0.65),
    event: eventOf(taint),
    trace: traceOf(taint, facts.step(event.call, 'it becomes part of the statement here')),
  });
}

function checkRun(
  event: CallEvent,
  position: number,
  guarded: GuardedTexts,
  reported: ReadonlySet<number>,
  facts: Facts,
  report: ReportHit,
): void {
  const arg = event.call.args[position];
  const value = event.args[position];
  if (arg === undefined || value === undefined || isConstantText(arg, value, facts)) return;
  if (facts.pointees(value).some(({ object }) => reported.has(object.id))) return;
  const taint = untrustedDataIn(value, facts);
  if (taint === undefined || guardsSql(guarded.of(arg, value, facts), true)) return;
  const built = guarded.isJoined(arg, value, facts);
  const inner = withoutCasts(arg);
  const isParameter = inner.kind === 'name' && inner.variable?.scope === 'parameter';
  report(
    event.call,
    `the statement \`${facts.text(arg)}\` ${built ? 'was put together with text' : 'comes'} from ${taint.source}`,
    {
      // A function that only runs what it is given is not where the statement was put together.
      confidence:
        isParameter && !built ? 0.45 : confidenceByOrigin(taint, 0.88, built ? 0.6 : 0.45),
      event: eventOf(taint),
      trace: traceOf(taint, facts.step(event.call, 'the database runs it here')),
    },
  );
}
