import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { pointerSizedElements } from './support/calls/pointer-sized-elements.ts';
import { checkTransfer } from './support/sizes/check-transfer.ts';
import { checkTextInBlock } from './support/sizes/made-blocks.ts';
import { isRestOfCut } from './support/sizes/measured-length.ts';
import { isSizeOfPointer, sizeExpression } from './support/sizes/transferred-bytes.ts';
import { type UncheckedAppend, uncheckedAppends } from './support/texts/unchecked-appends.ts';

export const boundaryFuncs: CRule = {
  id: 'boundary_funcs',
  title: 'A length does not fit the buffer it is used with',
  category: 'bounds',
  cwe: [787, 119],
  furtherCwe: [124, 126, 127, 467, 805],
  severity: 'high',
  precision: 'high',
  help: '`memcpy`, `strncpy`, `snprintf`, `read` and their like trust the length that they are given. When it is larger than the buffer, or comes from input and was not compared with the size of the buffer, memory behind the buffer is overwritten or disclosed. Common causes are the size of a pointer taken for the size of what it points to, and `strncat`, whose limit counts only what is added.',
  suggestion: 'Compare the length with the size of the buffer first, and pass that size.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <string.h>
#include <unistd.h>
struct stream { unsigned char bytes[4096]; size_t used; };
int append(struct stream *to, int fd) {
  unsigned char part[65536];
  unsigned short length;
  if (read(fd, &length, sizeof length) != sizeof length) return -1;
  if (read(fd, part, length) != length) return -1;
  if (length > sizeof to->bytes) return -1;
  memcpy(to->bytes + to->used, part, length); // defect
  to->used += length;
  return 0;
}
struct store { unsigned char *memory; size_t room, kept; };
int keep(struct store *store, const unsigned char *part, size_t length) {
  if (length > store->room) return -1;
  memcpy(store->memory + store->kept, part, length); // defect
  store->kept += length;
  return 0;
}`,
      `#include <stdlib.h>
#include <string.h>
char *join(const char *first, const char *second) {
  size_t before = strlen(first), after = strlen(second);
  char *both = malloc(before + 1);
  if (both == NULL) return NULL;
  memcpy(both, first, before);
  memcpy(both + before, second, after + 1); // defect
  return both;
}
char *title(const char *first, const char *second) {
  char *both = malloc(strlen(first) + 1);
  if (both == NULL) return NULL;
  strcpy(both, first);
  strcat(both, second); // defect
  return both;
}
void step(int wide, const char *mark) {
  char line[32] = "";
  char *at = line + 1;
  int back = wide == 1 ? 1 : wide == 2 ? 2 : 0;
  memcpy(at - back, mark, 2); // defect
}`,
      `#include <stdlib.h>
struct guest { char name[40]; int room; };
struct house { struct guest *all; size_t count; };
static void *widened(void *old, size_t count, size_t each) {
  if (each != 0 && count > (size_t)-1 / each) return NULL;
  return realloc(old, count * each);
}
int invite(struct house *to, size_t count) {
  struct guest *more = widened(to->all, count, sizeof to->all); // defect
  if (more == NULL) return -1;
  to->all = more;
  to->count = count;
  return 0;
}
struct guest *guests(size_t count) {
  return calloc(count, sizeof(struct guest *)); // defect
}`,
      `#include <string.h>
#include <unistd.h>
struct packet { unsigned short length; char body[256]; };
int take(int fd, char *out) {
  struct packet packet;
  char local[64];
  if (read(fd, &packet, sizeof(packet)) != sizeof(packet)) return -1;
  memcpy(local, packet.body, packet.length); // defect
  memcpy(out, local, 16);
  return 0;
}`,
      `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
struct table { int rows; int *cells; };
void reset(struct table *table, const char *title) {
  char name[24];
  memset(table, 0, sizeof(table)); // defect
  short rows[8][4];
  memset(rows[2], 0, sizeof(rows[0]) + 2); // defect
  memset(rows[2], 0, 7 * sizeof(rows[0])); // defect
  snprintf(name, 32, "%s", title); // defect
  puts(name);
  strncat(name, title, sizeof(name)); // defect
}`,
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void home(char *const line) {
  char name[16];
  const char *given = getenv("NAME");
  if (given == NULL) return;
  memcpy(name, given, strlen(given)); // defect
  size_t length = strlen(given) + 1;
  memmove(name, given, length); // defect
  snprintf(name, strlen(given), "%s", given); // defect
  char typed[80];
  if (fgets(typed, sizeof typed, stdin) == NULL) return;
  memcpy(name, typed, strcspn(typed, "\\n")); // defect
  char *end = strchr(typed, '=');
  if (end != NULL) memcpy(name, typed, end - typed); // defect
}`,
      `#include <stddef.h>
size_t draw(char *out, size_t wanted) {
  size_t used;
  for (used = 0; used < wanted; used++) out[used] = '-';
  return used;
}
int isMark(const char *text, int strict) {
  if (strict < 0) return 0;
  return text[0] + text[4];
}
int page(void) {
  char line[8];
  if (isMark("mk", 1)) return 1; // defect
  return (int)draw(line, 9); // defect
}`,
      `#include <stdio.h>
#include <string.h>
int listed(char *out, size_t room, const char *const *names, unsigned count) {
  size_t used = 0;
  for (unsigned i = 0; i < count; i++)
    used += snprintf(out + used, room - used, "%s,", names[i]); // defect
  for (unsigned i = 0; i < count; i++) {
    int made = snprintf(&out[used], room - used, "%u ", i); // defect
    if (made < 0) return -1;
    used += made;
  }
  return (int)used;
}
size_t named(char *out, size_t room, const char *name, unsigned number) {
  size_t used = 0;
  used += snprintf(out + used, room - used, "%s", name);
  used += snprintf(out + used, room - used, " %u", number); // defect
  return used;
}
struct badge { char name[16]; int number; };
int name(struct badge *badge, const char *given) {
  size_t length = strlen(given);
  if (length > sizeof badge->name) return -1;
  memcpy(badge->name, given, length + 1); // defect
  return 0;
}`,
    ],
    good: [
      `#include <string.h>
struct store { unsigned char *memory; size_t room, kept; };
int keep(struct store *store, const unsigned char *part, size_t length) {
  if (length > store->room - store->kept) return -1;
  memcpy(store->memory + store->kept, part, length);
  store->kept += length;
  return 0;
}
int keep_what_fits(struct store *store, const unsigned char *part, size_t length) {
  size_t left = store->room - store->kept;
  if (length > store->room) return -1;
  if (length > left) length = left;
  memcpy(store->memory + store->kept, part, length);
  store->kept += length;
  return 0;
}`,
      `#include <stdlib.h>
struct guest { char name[40]; int room; };
struct house { struct guest *all; struct guest **sorted; size_t count; };
static void *widened(void *old, size_t count, size_t each) { return realloc(old, count * each); }
static void *found(void *key, size_t size) { return size > 4 ? key : NULL; }
int invite(struct house *to, size_t count) {
  struct guest *more = widened(to->all, count, sizeof *to->all);
  if (more == NULL) return -1;
  to->all = more;
  struct guest **sorted = widened(to->sorted, count, sizeof(to->all));
  if (sorted == NULL) return -1;
  to->sorted = sorted;
  struct guest *one = found(to->all, sizeof(to->all));
  to->count = one == NULL ? 0 : count;
  return 0;
}`,
      `#include <string.h>
#include <unistd.h>
struct stream { unsigned char bytes[4096]; size_t used; };
int append(struct stream *to, int fd) {
  unsigned char part[4096];
  ssize_t length = read(fd, part, sizeof part);
  if (length < 0 || to->used + length > sizeof to->bytes) return -1;
  memcpy(to->bytes + to->used, part, length);
  to->used += length;
  return 0;
}`,
      `#include <stdio.h>
int listed(char *out, size_t room, const char *const *names, unsigned count) {
  size_t used = 0;
  for (unsigned i = 0; i < count; i++) {
    used += snprintf(out + used, room - used, "%s,", names[i]);
    if (used >= room) return -1;
  }
  for (unsigned i = 0; i < count && used < room; i++)
    used += snprintf(out + used, room - used, "%s,", names[i]);
  for (unsigned i = 0; i < count; i++) {
    int made = snprintf(out + used, room - used, "%s,", names[i]);
    if (made < 0 || (size_t)made >= room - used) return -1;
    used += made;
  }
  return (int)used;
}
size_t named(char *out, size_t room, const char *name, unsigned number) {
  size_t used = 0;
  used += snprintf(out + used, room - used, "%u ", number);
  used += snprintf(out + used, room - used, "%.8s ", name);
  used += snprintf(out + used, room - used, "%s", name);
  if (used >= room) return room;
  used += snprintf(out + used, room - used, " %u", number);
  return used;
}
void hex(char *out, const unsigned char digest[16]) {
  size_t used = 0;
  for (int i = 0; i < 16; i++) used += snprintf(out + used, 33 - used, "%02x", digest[i]);
}`,
      `#include <stdlib.h>
#include <string.h>
char *join(const char *first, const char *second) {
  size_t before = strlen(first), after = strlen(second);
  char *both = malloc(before + after + 1);
  if (both == NULL) return NULL;
  memcpy(both, first, before);
  memcpy(both + before, second, after);
  both[before + after] = 0;
  return both;
}
char *longer(const char *first, const char *second) {
  size_t before = strlen(first), after = strlen(second);
  char *one = malloc((before > after ? before : after) + 1);
  if (one == NULL) return NULL;
  if (before > after) memcpy(one, first, before + 1);
  else strcpy(one, second);
  return one;
}`,
      `#include <string.h>
#include <stdio.h>
#include <unistd.h>
void clear(short rows[8][4], int from) {
  short own[8][4];
  memset(own[2], 0, 6 * sizeof(own[0]));
  memcpy(rows[from], own[2], 2 * sizeof(own[0]));
}
int take(int fd, const char *body, size_t length) {
  char local[64];
  if (length > sizeof(local)) return -1;
  memcpy(local, body, length);
  long got = read(fd, local, sizeof(local) - 1);
  if (got < 0) return -1;
  local[got] = 0;
  char name[80] = "got: ";
  strncat(name, local, sizeof(name) - strlen(name) - 1);
  return puts(name);
}
void wrap(void *to, const void *from, size_t n) { memcpy(to, from, n); }`,
      `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int home(const char *const *lines) {
  char name[16];
  char typed[80];
  const char *given = getenv("NAME");
  if (given == NULL) return 0;
  size_t length = strlen(given);
  if (length >= sizeof name) return 0;
  memcpy(name, given, length + 1);
  if (strlen(given + 1) < sizeof name) memcpy(name, given + 1, strlen(given + 1));
  char *made = malloc(length);
  if (made == NULL) return 0;
  memcpy(made, given, length);
  free(made);
  if (fgets(typed, sizeof typed, stdin) == NULL) return 0;
  char kept[80];
  memcpy(kept, typed, strlen(typed) + 1);
  char *end = strchr(typed, '=');
  if (end == NULL || end - typed >= (long)sizeof name) return 0;
  memcpy(name, typed, end - typed);
  size_t word = strcspn(typed, " ");
  if (word > 15) word = 15;
  memcpy(name, typed, word);
  char *comma = strchr(typed, ',');
  if (comma == NULL || comma > typed + 15) return 0;
  memcpy(name, typed, comma - typed);
  return puts(name);
}
int join(void) {
  char line[64];
  const char *first = getenv("FIRST");
  const char *second = getenv("SECOND");
  if (first == NULL || second == NULL) return 0;
  size_t before = strlen(first);
  size_t after = strlen(second);
  if (before + after >= sizeof line) return 0;
  memcpy(line, first, before);
  memcpy(line + before, second, after + 1);
  return puts(line);
}`,
      `#include <stddef.h>
#include <unistd.h>
static size_t draw(char *out, size_t room, size_t wanted, const char *unit) {
  size_t used = 0;
  if (!out || !room) return 0;
  while (used < wanted && used < room - 1) out[used++] = unit[0];
  out[used] = 0;
  return used;
}
static int isMark(const char *text) {
  if (text[0] != 'm' || text[1] != 'k') return 0;
  return text[2] == '-' && text[3] >= '0' && text[3] <= '9';
}
static long take(int fd, char *out, unsigned count, unsigned done) {
  return done < count ? read(fd, out + done, count - done) : 0;
}
long load(int fd, char *out) {
  unsigned char head[2];
  if (read(fd, head, 2) != 2 || head[0] > 40) return -1;
  return take(fd, out, head[0] * 25u, 0);
}
int main(void) {
  char line[8];
  char page[2000];
  if (isMark("") || isMark("mk")) return 1;
  if (load(0, page) < 0) return 1;
  return (int)draw(line, sizeof line, 20, "-");
}`,
    ],
  },
  listen: (report) => ({
    transfer(event, facts) {
      if (event.text) checkTextInBlock(event, facts, report);
      const expr = sizeExpression(event);
      if (event.text || event.size === undefined || expr === undefined) return;
      if (isSizeOfPointer(expr, event)) {
        report(event.call, `\`${facts.text(expr)}\` is the size of a pointer, not of the buffer`, {
          confidence: 0.85,
          cwe: 467,
        });
        return;
      }
      if (event.write && isRestOfCut(expr, facts)) {
        report(event.call, `\`${facts.text(expr)}\` wraps around where the text before was cut`, {
          confidence: 0.6,
          event: 'latent',
        });
        return;
      }
      for (const place of facts.pointees(event.pointer)) {
        // A function that looks further only by what it finds stops at the end of a text.
        if (!event.certain && !event.write && place.object.terminated === 'yes') continue;
        checkTransfer(
          event,
          expr,
          event.size,
          place,
          facts,
          event.certain ? report : doubtful(report),
        );
      }
    },
  }),
  inspect(unit, report) {
    pointerSizedElements(unit, report);
    for (const fn of unit.functions)
      for (const append of uncheckedAppends(fn)) reportAppend(unit, append, report);
  },
};

/** The rest of a buffer wraps around behind a text that was cut. */
function reportAppend(
  unit: TranslationUnit,
  { call, used, isLimited }: UncheckedAppend,
  report: ReportHit,
): void {
  const size = call.args[1];
  if (size === undefined) return;
  const { name } = used;
  report(
    call,
    `\`${call.name}\` returns the length of the whole text, also where it was cut, and nothing compares \`${name}\` with the room: \`${unit.tree.textOf(size)}\` wraps around once it is more`,
    { confidence: isLimited ? 0.6 : 0.7, event: 'shape', beyondPaths: true },
  );
}

/** A function of the project may stop earlier, by what it finds in the memory or by its arguments. */
function doubtful(report: ReportHit): ReportHit {
  return (span, message, options) =>
    report(span, message, {
      ...options,
      event: 'may',
      confidence: Math.min(options.confidence, DOUBTFUL),
    });
}

const DOUBTFUL = 0.48;
