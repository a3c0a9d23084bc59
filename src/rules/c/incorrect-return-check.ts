import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import { isPointerLike } from '../../code/c/ir/types.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { sameValue, type Value } from '../../code/flow/domain/value.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import { conversions } from '../../code/library-models/format-string.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { ownFunction } from './support/calls/own-functions.ts';
import { constantPrefix } from './support/expressions/constant-text.ts';
import { CHARACTERS, charactersInNarrowFields } from './support/expressions/narrow-characters.ts';

const NULL_ON_FAILURE =
  /^(?:fopen|fopen64|fdopen|freopen|tmpfile|popen|opendir|[mc]alloc|realloc|reallocarray|aligned_alloc|strn?dup|fgets|gets|getenv|strr?chr|str(?:case)?str|strpbrk|memchr|strtok|localtime|gmtime|dlopen|dlsym|realpath|getcwd|gethostbyname|getpwnam|getpwuid|readdir)$/;
const MINUS_ONE = /^(?:open|open64|openat|creat|socket|accept|accept4|dup|mkstemp|lseek|getline)$/;
const STATUS =
  /^(?:bind|listen|connect|stat|lstat|fstat|chdir|chroot|chmod|chown|setuid|setgid|seteuid|setegid|setreuid|setregid|setresuid|setresgid|mkdir|rmdir|unlink|rename|pipe|ftruncate|fseek|fclose|gethostname|setsockopt|close)$/;
const POSITIVE_ERROR = /^(?:pthread_\w+|posix_memalign|posix_spawnp?|posix_fallocate)$/;
const COMPARES = /^(?:str(?:n|case|ncase)?cmp|memcmp|wcscmp)$/;
const COUNTS = /^(?:fread|fwrite)$/;
const VERIFIES =
  /^(?:EVP_VerifyFinal|EVP_DigestVerify|EVP_DigestVerifyFinal|ECDSA_verify|ECDSA_do_verify|DSA_verify|X509_verify|CMS_verify|RSA_padding_check_\w+)$/;
const PRINTS = /^(?:sn?printf|vsn?printf|f?printf|dprintf)$/;
const SCANS = /^[fs]?scanf$/;

export const incorrectReturnCheck: CRule = {
  id: 'incorrect_return_check',
  title: 'A result is compared with the wrong failure value',
  category: 'error_handling',
  cwe: [253],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'Every call has its own way to report failure: null, -1, a positive number, fewer items than asked for. A check for another way looks right in a review and never fires, so that the program goes on as if nothing had happened.',
  suggestion: 'Compare with the failure value that the documentation of the call names.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdio.h>
#include <stdlib.h>
int load(const char *path, char *out) {
  FILE *in = fopen(path, "r");
  if (in < 0) return -1; // defect
  if (fread(out, 1, 16, in) < 0) return -1; // defect
  fclose(in);
  return 0;
}`,
      `#include <pthread.h>
int begin(pthread_t *worker, void *(*work)(void *)) {
  int status = pthread_create(worker, NULL, work, NULL);
  if (status < 0) return -1; // defect
  return 0;
}`,
      `#include <unistd.h>
size_t take(int fd, char *out, size_t size) {
  size_t got = read(fd, out, size);
  if (got < 0) return 0; // defect
  return got;
}`,
      `#include <stdio.h>
int pair(int *a, int *b) {
  if (scanf("%d %d", a, b) == EOF) return -1; // defect
  return 0;
}`,
      `#include <stdio.h>
struct source { FILE *from; char next; };
static void step(struct source *in) {
  in->next = fgetc(in->from); // defect
}
static int isOver(const struct source *in) { return in->next == EOF; }
int words(struct source *in) {
  int all = 0;
  for (step(in); !isOver(in); step(in)) all += in->next == ' ';
  return all;
}`,
    ],
    good: [
      `#include <sys/mman.h>
void *area(unsigned long size) {
  void *made = mmap(NULL, size, PROT_READ, MAP_PRIVATE, -1, 0);
  if (made == MAP_FAILED || made == NULL) return NULL;
  return made;
}`,
      `#include <stdio.h>
int load(const char *path, char *out) {
  FILE *in = fopen(path, "r");
  if (in == NULL) return -1;
  size_t got = fread(out, 1, 16, in);
  fclose(in);
  return got == 16 ? 0 : -1;
}`,
      `#include <stdio.h>
#include <unistd.h>
int pair(int fd, char *out, int *a, int *b) {
  ssize_t got = read(fd, out, 16);
  if (got == 0) return 0;
  if (got < 0) return -1;
  if (scanf("%d %d", a, b) != 2) return -1;
  int needed = snprintf(out, 16, "%d", *a);
  if (needed < 0 || needed >= 16) return -1;
  return 1;
}`,
      `#include <stdio.h>
struct source { FILE *from; int next; char kept; };
static int step(struct source *in) {
  in->next = fgetc(in->from);
  if (in->next == EOF) return 0;
  in->kept = (char)in->next;
  return in->kept != '.';
}
int words(struct source *in) {
  int all = 0;
  while (step(in)) all += in->kept == ' ';
  return all;
}`,
    ],
  },
  inspect(unit, report) {
    charactersInNarrowFields(unit, report);
  },
  listen(report) {
    const asked = new Map<number, CallArguments>();
    return {
      enter: () => asked.clear(),
      called(event, result) {
        if (result.root !== 0) asked.set(result.root, { call: event.call, args: event.args });
      },
      branch(condition, _assertion, facts) {
        const failures = comparedWithFailure(condition, facts);
        visitTests(condition, (test, negated) =>
          check(test, negated, { asked, failures }, facts, report),
        );
      },
    };
  },
};

/** The comparisons and plain truth tests that a condition is made of. */
function visitTests(
  condition: Expr,
  visit: (test: Expr, negated: boolean) => void,
  negated = false,
): void {
  const inner = withoutCasts(condition);
  if (inner.kind === 'binary' && (inner.op === '&&' || inner.op === '||')) {
    visitTests(inner.left, visit, negated);
    visitTests(inner.right, visit, negated);
  } else if (inner.kind === 'unary' && inner.op === '!') visitTests(inner.operand, visit, !negated);
  else visit(inner, negated);
}

/** What a condition compares with -1, or `MAP_FAILED`: a test for null beside that does no harm. */
function comparedWithFailure(condition: Expr, facts: Facts): ReadonlySet<number> {
  const roots = new Set<number>();
  visitTests(condition, (expr, negated) => {
    const test = testOf(expr, negated, facts);
    const right = expr.kind === 'binary' ? withoutCasts(expr.right) : undefined;
    const isFailure = right?.kind === 'name' && right.name === 'MAP_FAILED';
    if (test !== undefined && (test.with === -1 || isFailure)) roots.add(test.value.root);
  });
  return roots;
}

/** What a test is judged by besides itself. */
interface ConditionContext {
  /** Calls by the roots of their results. */
  readonly asked: ReadonlyMap<number, CallArguments>;
  /** The roots that the same condition compares with what says failure. */
  readonly failures: ReadonlySet<number>;
}

interface Test {
  readonly op: string;
  /** The constant it is compared with. */
  readonly with: number;
  readonly subject: Expr;
  readonly value: Value;
  readonly other: Value;
  readonly whole: Expr;
}

function check(
  expr: Expr,
  negated: boolean,
  { asked, failures }: ConditionContext,
  facts: Facts,
  report: ReportHit,
): void {
  const test = testOf(expr, negated, facts);
  if (test === undefined) return;
  const inner = withoutCasts(test.subject.kind === 'assign' ? test.subject.value : test.subject);
  const name = inner.kind === 'call' ? inner.name : facts.factsOf(test.value).from;
  if (name === '' || (inner.kind === 'call' && inner.receiver !== undefined)) return;
  if (ownFunction(facts.unit, name) !== undefined) return;
  const call =
    inner.kind === 'call'
      ? { call: inner, args: inner.args.map((arg) => facts.valueOf(arg)) }
      : asked.get(test.value.root);
  // What scanf stored is no result of scanf.
  if (call === undefined && SCANS.test(name)) return;
  const found = wrongTest(name, test, call, facts);
  if (found === undefined || (test.with === 0 && failures.has(test.value.root))) return;
  report(test.whole, `\`${facts.text(test.whole)}\`: ${found.reason}`, {
    confidence: found.confidence,
  });
}

function testOf(expr: Expr, negated: boolean, facts: Facts): Test | undefined {
  if (expr.kind === 'binary' && /^(?:[<>]=?|[!=]=)$/.test(expr.op)) {
    const other = facts.valueOf(expr.right);
    const value = facts.valueOf(expr.left);
    if (withoutCasts(expr.left).kind === 'number') return undefined;
    const constant = other.root === 0 ? other.add : Number.NaN;
    return { op: expr.op, with: constant, subject: expr.left, value, other, whole: expr };
  }
  if (expr.kind === 'binary') return undefined;
  const value = facts.valueOf(expr);
  const other = { root: 0, scale: 0, add: 0 };
  return { op: negated ? '!' : 'true', with: 0, subject: expr, value, other, whole: expr };
}

/** The call whose result is tested, with the values of its arguments. */
interface CallArguments {
  readonly call: CallExpr;
  readonly args: readonly Value[];
}

/** Why a test does not tell failure from success. */
interface WrongTest {
  readonly reason: string;
  readonly confidence: number;
}

function wrongTest(
  name: string,
  test: Test,
  call: CallArguments | undefined,
  facts: Facts,
): WrongTest | undefined {
  const { op } = test;
  const relational = /^[<>]=?$/.test(op);
  const { type } = test.subject;
  if (NULL_ON_FAILURE.test(name)) {
    const pointer = isPointerLike(type) || withoutCasts(test.subject).kind === 'call';
    const wrong = (relational && test.with === 0) || (/^[!=]=$/.test(op) && test.with === -1);
    return pointer && wrong && !(op === '>' && test.with === 0)
      ? { reason: `${name} returns null when it fails`, confidence: 0.88 }
      : undefined;
  }
  if (name === 'mmap' && (op === '!' || (/^[!=]=$/.test(op) && test.with === 0)))
    return { reason: 'mmap returns MAP_FAILED, not null, when it fails', confidence: 0.85 };
  if (POSITIVE_ERROR.test(name) && !/^pthread_(?:self|getspecific|equal|once)$/.test(name)) {
    return (op === '<' && test.with === 0) ||
      (/^[!=]=$/.test(op) && test.with === -1) ||
      (op === '>=' && test.with === 0)
      ? { reason: `${name} returns a positive error number when it fails`, confidence: 0.88 }
      : undefined;
  }
  if (
    COUNTS.test(name) &&
    ((op === '<' && test.with === 0) || (/^[!=]=$/.test(op) && test.with === -1))
  )
    return { reason: `${name} returns a count, which is never negative`, confidence: 0.88 };
  if (
    type.kind === 'int' &&
    !type.signed &&
    /^(?:read|write|recv|send|recvfrom|pread|lseek|ftell|getline|open|fgetc|getc|getchar)$/.test(
      name,
    )
  ) {
    if (op === '<' && test.with === 0)
      return {
        reason: 'an unsigned variable is never negative, so that failure goes unseen',
        confidence: 0.88,
      };
    if (/^[!=]=$/.test(op) && test.with === -1 && type.bits < 32)
      return {
        reason: `-1 does not fit this variable, so that the failure of ${name} goes unseen`,
        confidence: 0.85,
      };
  }
  if (
    CHARACTERS.test(name) &&
    type.kind === 'int' &&
    type.bits === 8 &&
    /^[!=]=$/.test(op) &&
    test.with === -1
  )
    return { reason: 'a char cannot hold EOF beside all characters; use an int', confidence: 0.6 };
  if (MINUS_ONE.test(name)) {
    const truth = op === '!' || (op === 'true' && name !== 'getline');
    if (truth || (op === '==' && test.with === 0 && name !== 'lseek'))
      return { reason: `${name} returns -1 when it fails; 0 is a valid result`, confidence: 0.7 };
  }
  if (STATUS.test(name) && ((op === '==' && test.with === 1) || (op === '>' && test.with === 0)))
    return { reason: `${name} returns 0 or -1, so that this never holds`, confidence: 0.75 };
  if (COMPARES.test(name) && /^[!=]=$/.test(op) && (test.with === 1 || test.with === -1))
    return {
      reason: `${name} may return any number for a difference, not only 1 and -1`,
      confidence: 0.75,
    };
  if (VERIFIES.test(name) && (op === '!' || op === 'true'))
    return {
      reason: `${name} returns a negative number on errors, which counts as true`,
      confidence: 0.7,
    };
  if (PRINTS.test(name)) return wrongPrint(name, test, call, facts);
  if (SCANS.test(name)) return wrongScan(name, test, call, facts);
  return undefined;
}

function wrongPrint(
  name: string,
  test: Test,
  call: CallArguments | undefined,
  facts: Facts,
): WrongTest | undefined {
  const { op } = test;
  if (op === '!' || (op === '==' && test.with === 0))
    return {
      reason: `${name} returns a negative number when it fails, and 0 only for empty text`,
      confidence: 0.65,
    };
  const size = call?.args[1];
  if (
    name !== 'snprintf' ||
    size === undefined ||
    (size.root !== 0 && !sameValue(size, test.other))
  )
    return undefined;
  if (op === '>' && sameValue(size, test.other) && facts.range(size).hi > 1)
    return {
      reason: 'the text is also cut when the result equals the size; compare with >=',
      confidence: 0.65,
    };
  return undefined;
}

function wrongScan(
  name: string,
  test: Test,
  call: CallArguments | undefined,
  facts: Facts,
): WrongTest | undefined {
  const position = libraryModelOf(name)?.scan;
  const format = position === undefined ? undefined : call?.args[position];
  const text = format === undefined ? undefined : constantPrefix(format, facts);
  const items =
    text === undefined
      ? 1
      : conversions(text, true).items.filter(({ stars, type }) => stars === 0 && type !== 'n')
          .length;
  if (items === 0) return undefined;
  const { op } = test;
  const onlyEof = /^[!=]=$/.test(op) && test.with === -1;
  const onlyZero = op === '!' || op === 'true' || (/^[!=]=$/.test(op) && test.with === 0);
  const some =
    items > 1 &&
    ((op === '>' && test.with === 0) ||
      (op === '<' && test.with === 1) ||
      (op === '<=' && test.with === 0));
  if (!onlyEof && !onlyZero && !some && !(op === '<' && test.with === 0)) return undefined;
  return {
    reason: onlyZero
      ? `${name} returns EOF, which is not 0, at the end of the input`
      : `${name} returns how many items it read; ${items} ${items === 1 ? 'is' : 'are'} needed`,
    confidence: onlyEof || onlyZero ? 0.55 : 0.6,
  };
}
