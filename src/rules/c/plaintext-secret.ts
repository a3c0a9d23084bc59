import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { constantPrefix } from './support/expressions/constant-text.ts';
import { isPasswordName, isSecretName } from './support/texts/secret-names.ts';
import { textArguments } from './support/texts/text-arguments.ts';

const PRINTS =
  /^(?:v?f?printf|dprintf|syslog|vsyslog|g_print|warnx?|errx?|NSLog|__android_log_print)$/;
const WRITES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    fputs: 0,
    puts: 0,
    fwrite: 0,
    write: 1,
    pwrite: 1,
    send: 1,
    sendto: 1,
  }),
);
const BINDS = /^(?:sqlite3_bind_(?:text|blob)\w*)$/;
const EQUALS = /^(?:str(?:n|case|ncase)?cmp|memcmp)$/;
/** A form or a statement that carries a password. */
const CARRIES =
  /\b(?:password|passwd|pwd|passphrase)\b["']?\s*[=:]\s*["']?%s|\b(?:insert|update)\b[^;]*\b(?:password|passwd|pwd)\b[^;]*%s/i;

export const plaintextSecret: CRule = {
  id: 'plaintext_secret',
  title: 'A password is kept, shown or sent in the clear',
  category: 'crypto',
  cwe: [522, 256, 312, 319, 532],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: 'A password that is written to a log, a file, a database or a connection as it is can be read by everyone who sees that place later. People use one password in many places, so that the harm does not end here. To check a password, only a slow, salted hash of it need be kept.',
  suggestion:
    'Store a hash made by Argon2, scrypt or bcrypt, compare hashes, keep secrets out of logs, and send them over TLS only.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
void trace(const char *user, const char *password) {
  fprintf(stderr, "login of %s with %s\\n", user, password); // defect
}`,
      `#include <stdio.h>
#include <syslog.h>
#include <unistd.h>
void tell(int fd, FILE *log, const char *password) {
  printf("login with %s\\n", password); // defect
  dprintf(fd, "login with %s\\n", password); // defect
  syslog(LOG_INFO, "login with %s", password); // defect
  puts(password); // defect
  fputs(password, log); // defect
}`,
      `#include <sqlite3.h>
int store(sqlite3_stmt *insert, const char *password) {
  return sqlite3_bind_text(insert, 2, password, -1, SQLITE_STATIC); // defect
}`,
      `#include <string.h>
struct account { char password[32]; };
int check(const struct account *account, const char *typed_password) {
  return strcmp(account->password, typed_password) == 0; // defect
}`,
    ],
    good: [
      `#include <stdio.h>
void trace(const char *user, const char *password, int length) {
  if (password == NULL) fprintf(stderr, "no password for %s\\n", user);
  printf("password has %d characters\\n", length);
}`,
      `#include <sqlite3.h>
#include <string.h>
int store(sqlite3_stmt *insert, const char *password_hash) {
  return sqlite3_bind_text(insert, 2, password_hash, -1, SQLITE_STATIC);
}
int same(const char *password, const char *repeated_password) { return strlen(password) == strlen(repeated_password); }`,
    ],
  },
  listen: (report) => ({
    call(event, facts) {
      const { call } = event;
      if (call.receiver !== undefined) return;
      formatted(event, facts, report);
      written(event, facts, report);
      if (BINDS.test(call.name)) {
        const name = nameOf(call.args[2]);
        if (name !== undefined && isPasswordName(name))
          report(call, `the database is given \`${name}\` as it is, not a hash of it`, {
            confidence: 0.7,
            cwe: 256,
          });
      }
      if (EQUALS.test(call.name)) compared(call, report);
    },
  }),
};

function formatted(event: CallEvent, facts: Facts, report: ReportHit): void {
  const { call, args } = event;
  const position = event.model?.format;
  const format = position === undefined ? undefined : args[position];
  const text = format === undefined ? undefined : constantPrefix(format, facts);
  if (position === undefined || text === undefined) return;
  const shows = PRINTS.test(call.name);
  for (const at of textArguments(text, position)) {
    const arg = call.args[at];
    const name = arg && nameOf(arg);
    if (name === undefined || !(isPasswordName(name) || (shows && isSecretName(name)))) continue;
    if (shows) {
      const isLog =
        /log|err|warn/.test(call.name) || /stderr|log/i.test(facts.text(call.args[0] ?? call));
      // A helper for credentials prints them on purpose; what ends up in a log does so by mistake.
      report(call, `\`${name}\` is written out as it is`, {
        confidence: isLog ? 0.7 : 0.6,
        cwe: isLog ? 532 : 312,
      });
    } else if (CARRIES.test(text))
      report(call, `\`${name}\` is put into a message as it is`, { confidence: 0.6 });
  }
}

function written(event: CallEvent, facts: Facts, report: ReportHit): void {
  const { call, args } = event;
  const position = WRITES.get(call.name);
  const arg = position === undefined ? undefined : call.args[position];
  const name = arg === undefined ? undefined : nameOf(arg);
  if (name === undefined || !isSecretName(name)) return;
  if (arg?.type.kind === 'int') return;
  const first = args[0];
  const connection =
    /^send/.test(call.name) ||
    (first !== undefined && /^(?:socket|accept4?)$/.test(facts.factsOf(first).from));
  report(call, `\`${name}\` is ${connection ? 'sent' : 'written'} as it is`, {
    confidence: connection ? 0.7 : 0.6,
    cwe: connection ? 319 : 312,
  });
}

/** Who compares passwords keeps them. */
function compared(call: CallExpr, report: ReportHit): void {
  const [a, b] = [nameOf(call.args[0]), nameOf(call.args[1])];
  if (a === undefined || b === undefined || !isPasswordName(a) || !isPasswordName(b)) return;
  // Typed twice, neither is a stored one.
  if (/confirm|repeat|again|verify|retype|second|2$/i.test(`${a} ${b}`)) return;
  report(call, `\`${a}\` and \`${b}\` are compared as they are: the stored password is no hash`, {
    confidence: 0.6,
    cwe: 256,
  });
}

function nameOf(expr: Expr | undefined): string | undefined {
  const inner = expr === undefined ? undefined : withoutCasts(expr);
  if (inner?.kind === 'call' && /^c_str$|^data$/.test(inner.name)) return nameOf(inner.receiver);
  return inner?.kind === 'name' || inner?.kind === 'member' ? inner.name : undefined;
}
