import type { Taint } from '../../code/flow/domain/taint.ts';
import type { CallEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { constantPrefix, isConstantText } from './support/expressions/constant-text.ts';
import { confidenceByOrigin, traceOf, untrustedDataIn } from './support/expressions/taint-trace.ts';
import { eventOf } from './support/expressions/untrusted.ts';
import { GuardedTexts, namesOf } from './support/texts/guarded-texts.ts';
import { textArguments } from './support/texts/text-arguments.ts';
import type { TextGuard } from './support/texts/text-guard.ts';

/** A language that a format writes, and how a text leaves the place that it is put into. */
interface Target {
  readonly is: RegExp;
  readonly what: string;
  readonly cwe: number;
  /** Characters any of which, refused or replaced, keeps a text in its place. */
  readonly special: string;
  readonly source: number;
  readonly parameter: number;
}

const TARGETS: readonly Target[] = [
  {
    is: /(?:HTTP\/\d|\r\n|^)(?:[\s\S]*\r\n)?(?:Location|Set-Cookie|Host|Refresh|Content-Disposition|Authorization|Referer|Subject|From|To|Cc|X-[\w-]+): ?[^\r\n]*%[-.\d*]*s[\s\S]*\r\n/i,
    what: 'a header, which a line break in it ends',
    cwe: 113,
    special: '\r\n',
    source: 0.7,
    parameter: 0.45,
  },
  {
    is: /^(?:GET|POST|PUT|HEAD|DELETE|OPTIONS) [^\r\n]*%[-.\d*]*s[^\r\n]*\r\n/,
    what: 'a request, which a line break in it ends',
    cwe: 93,
    special: '\r\n',
    source: 0.7,
    parameter: 0.45,
  },
  {
    is: /^(?:MAIL FROM|RCPT TO|EHLO|HELO|USER|PASS|RETR|STOR|CWD|DELE|NICK|JOIN|PRIVMSG|SELECT|SET|GET|LPUSH|AUTH)\b[^\r\n]*%[-.\d*]*s[^\r\n]*\r?\n$/,
    what: 'a command, which a line break in it ends',
    cwe: 93,
    special: '\r\n',
    source: 0.7,
    parameter: 0.45,
  },
  {
    is: /^\(?[&|!]?(?:\([\w.;-]+[~<>]?=[^()]*\))*\([\w.;-]+[~<>]?=\*?%[-.\d*]*s\*?\)/,
    what: 'an LDAP filter, which brackets in it change',
    cwe: 90,
    special: '(*)',
    source: 0.75,
    parameter: 0.55,
  },
  {
    is: /\/[\w:@*]+\[[^\]]*(?:=|contains\s*\([^,]*,)\s*['"]%[-.\d*]*s['"]/,
    what: 'an XPath expression, which a quote in it changes',
    cwe: 643,
    special: '\'"',
    source: 0.75,
    parameter: 0.55,
  },
  {
    is: /<(?:html|body|head|title|h[1-6]|p|div|span|td|th|tr|li|a|b|i|pre|input|img|option|br|center|font|strong|em|form|script|textarea)\b[^>]*>?[^<]*%[-.\d*]*s/i,
    what: 'a page of HTML, which `<` or a quote in it changes',
    cwe: 79,
    special: '<"',
    source: 0.65,
    parameter: 0.45,
  },
];

/** Calls that format text: the place of the format. */
const FORMATS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    printf: 0,
    fprintf: 1,
    dprintf: 1,
    sprintf: 1,
    snprintf: 2,
    asprintf: 1,
    g_strdup_printf: 0,
  }),
);

const TOUCHES = namesOf(FORMATS.keys());

export const textInjection: CRule = {
  id: 'text_injection',
  title: 'Outside data becomes part of a header, filter or page',
  category: 'input',
  cwe: [74],
  furtherCwe: [113, 93, 90, 643, 79],
  severity: 'high',
  precision: 'medium',
  help: 'Text that is put into a header, a command of a protocol, an LDAP filter, an XPath expression or a page is read as a part of that. A line break adds a header or a command, a bracket or a quote changes what is looked for, and `<` brings a script.',
  suggestion:
    'Refuse or escape the characters that mean something in the language that is written.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <ldap.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
int redirect(int fd) {
  char out[1024];
  const char *where = getenv("QUERY_STRING");
  if (where == NULL) return -1;
  int length = snprintf(out, sizeof out, "HTTP/1.1 302 Found\\r\\nLocation: %s\\r\\n\\r\\n", where); // defect
  if (length < 0 || length >= (int)sizeof out) return -1;
  return send(fd, out, length, 0) == length;
}
int found(LDAP *server, const char *name, LDAPMessage **out) {
  char filter[256];
  snprintf(filter, sizeof filter, "(&(objectClass=person)(uid=%s))", name); // defect
  return ldap_search_ext_s(server, "dc=example", LDAP_SCOPE_SUBTREE, filter, NULL, 0, NULL, NULL, NULL, 0, out);
}
void page(void) {
  const char *asked = getenv("QUERY_STRING");
  if (asked != NULL) printf("Content-Type: text/html\\r\\n\\r\\n<h1>Results for %s</h1>", asked); // defect
}`,
    ],
    good: [
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
int redirect(int fd, int number) {
  char out[1024];
  const char *where = getenv("QUERY_STRING");
  if (where == NULL || strpbrk(where, "\\r\\n") != NULL) return -1;
  int length = snprintf(out, sizeof out, "HTTP/1.1 302 Found\\r\\nLocation: %s\\r\\n\\r\\n", where);
  if (length < 0 || length >= (int)sizeof out) return -1;
  printf("<h1>Result %d of %s</h1>", number, "all");
  return send(fd, out, length, 0) == length;
}`,
    ],
  },
  listen(report) {
    const guarded = new GuardedTexts();
    return {
      enter: (fn, facts) => guarded.reset(fn, facts, TOUCHES),
      branch: (condition, _assertion, facts) => guarded.branch(condition, facts),
      call(event, facts) {
        guarded.call(event, facts);
        const position = FORMATS.get(event.call.name);
        if (position !== undefined) checkFormat(event, position, guarded, facts, report);
      },
    };
  },
};

function checkFormat(
  event: CallEvent,
  position: number,
  guarded: GuardedTexts,
  facts: Facts,
  report: ReportHit,
): void {
  const value = event.args[position];
  const format = value === undefined ? undefined : constantPrefix(value, facts);
  const target = format && TARGETS.find(({ is }) => is.test(format));
  if (format === undefined || !target) return;
  for (const at of textArguments(format, position)) {
    const arg = event.call.args[at];
    const given = event.args[at];
    if (arg === undefined || given === undefined) continue;
    if (isConstantText(arg, given, facts)) continue;
    const taint = untrustedDataIn(given, facts);
    if (taint === undefined || isGuarded(guarded.of(arg, given, facts), target)) continue;
    report(
      event.call,
      `\`${facts.text(arg)}\`, from ${taint.source}, becomes part of ${target.what}`,
      {
        confidence: confidenceOf(taint, target),
        event: eventOf(taint),
        cwe: target.cwe,
        trace: traceOf(taint, facts.step(event.call, 'it is put into the text here')),
      },
    );
    return;
  }
}

/** Who starts a program writes its requests and pages for themselves. */
function confidenceOf(taint: Taint, { source, parameter }: Target): number {
  return taint.kind === 'argv' ? 0.45 : confidenceByOrigin(taint, source, parameter);
}

function isGuarded(guard: TextGuard, { special }: Target): boolean {
  return (
    guard.trusted ||
    guard.values ||
    (guard.allowList && ![...special].some((letter) => guard.allowed.includes(letter))) ||
    [...special].some((letter) => guard.denied.includes(letter))
  );
}
