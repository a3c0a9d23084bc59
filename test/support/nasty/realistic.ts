import { lines, type Random, randomFrom } from './random.ts';

/** Writes one function, which may call those of lower numbers. */
type Kind = (id: string, callee: string, random: Random) => string;

const parser: Kind = (id, callee, random) => `
/* Reads one record of the form "key=value;". */
int parse_${id}(struct reader_${id} *r, const char *line, char *out, size_t size) {
  size_t at = 0, used = 0;
  int quoted = 0;
  while (line[at] != '\\0') {
    char c = line[at++];
    if (c == '"') {
      quoted = !quoted;
      continue;
    }
    if (!quoted && c == ';') break;
    switch (c) {
    case '\\\\':
      if (line[at] != '\\0') c = line[at++];
      break;
    case '\\t':
      c = ' ';
      break;
    default:
      if (c < ' ') return -${1 + random.below(9)};
    }
    if (used + 1 >= size) return ${callee};
    out[used++] = c;
  }
  out[used] = '\\0';
  r->count += used;
  return (int)used;
}
`;

const list: Kind = (id, callee, random) => `
/* Removes every element below a limit. */
int prune_${id}(struct reader_${id} *r, int limit) {
  struct item_${id} **at = &r->first;
  int removed = 0;
  while (*at != NULL) {
    struct item_${id} *item = *at;
    if (item->weight < limit + ${random.below(50)}) {
      *at = item->next;
      free(item->name);
      free(item);
      removed++;
    } else {
      at = &item->next;
    }
  }
  if (removed == 0) return ${callee};
  return removed;
}
`;

const adder: Kind = (id, callee, random) => `
/* Puts a copy of a name at the head of the list. */
int add_${id}(struct reader_${id} *r, const char *name, int weight) {
  struct item_${id} *item = malloc(sizeof *item);
  if (item == NULL) return -1;
  item->name = malloc(strlen(name) + 1);
  if (item->name == NULL) {
    free(item);
    return -1;
  }
  strcpy(item->name, name);
  item->weight = weight > ${random.below(1000)} ? weight : 0;
  item->next = r->first;
  r->first = item;
  return ${callee};
}
`;

const buffer: Kind = (id, callee, random) => `
/* Appends to a buffer that grows. */
int append_${id}(struct reader_${id} *r, const unsigned char *data, size_t length) {
  if (r->used + length > r->size) {
    size_t size = r->size == 0 ? ${16 << random.below(4)} : r->size * 2;
    unsigned char *grown;
    while (size < r->used + length) size *= 2;
    grown = realloc(r->data, size);
    if (grown == NULL) return -1;
    r->data = grown;
    r->size = size;
  }
  memcpy(r->data + r->used, data, length);
  r->used += length;
  for (size_t i = 0; i + 1 < length; i++) {
    r->sum = (r->sum << 1) ^ r->data[i];
  }
  return ${callee};
}
`;

const KINDS: readonly [Kind, ...Kind[]] = [parser, list, adder, buffer];

const CALLS: readonly [(id: string) => string, ...((id: string) => string)[]] = [
  (id) => `parse_${id}(&other_${id}, "a=b;", scratch_${id}, sizeof scratch_${id})`,
  (id) => `prune_${id}(&other_${id}, 7)`,
  (id) => `add_${id}(&other_${id}, "name", 3)`,
  (id) => `append_${id}(&other_${id}, (const unsigned char *)"data", 4)`,
];

/** One record, its globals, and a function of each kind that may call those of records before. */
function part(id: string, earlier: readonly string[], random: Random): string {
  const callee = (): string => {
    const known = earlier[random.below(Math.max(1, earlier.length))];
    return known === undefined ? '0' : random.pick(CALLS)(known);
  };
  const declarations = `
struct item_${id} { struct item_${id} *next; char *name; int weight; };
struct reader_${id} {
  struct item_${id} *first;
  unsigned char *data;
  size_t size, used, count;
  unsigned sum;
};
static struct reader_${id} other_${id};
static char scratch_${id}[128];
`;
  return declarations + KINDS.map((kind) => kind(id, callee(), random)).join('');
}

/** Lines of one part, about. */
const PART_LINES = 105;

/** Ordinary code of about as many lines: parsers, lists and buffers that call each other. */
export function realistic(size: number, seed = 11): string {
  const random = randomFrom(seed);
  const ids: string[] = [];
  const body = lines(Math.max(1, Math.round(size / PART_LINES)), (index) => {
    const id = `${seed}_${index}`;
    const text = part(id, ids, random);
    ids.push(id);
    return text;
  });
  return `#include <stdlib.h>\n#include <string.h>\n${body}\n`;
}
