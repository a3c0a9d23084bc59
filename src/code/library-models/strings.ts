import type { CallModel } from './call-model.ts';

const within: CallModel = {
  result: { kind: 'within', arg: 0, nullable: true },
  reads: [{ arg: 0 }],
  nonNull: [0],
};
const within2: CallModel = { ...within, reads: [{ arg: 0 }, { arg: 1 }], nonNull: [0, 1] };
const compare: CallModel = {
  result: { kind: 'integer' },
  reads: [{ arg: 0 }, { arg: 1 }],
  nonNull: [0, 1],
};
const compareSome: CallModel = { result: { kind: 'integer' }, nonNull: [0, 1] };
const number: CallModel = {
  result: { kind: 'integer', taintFrom: 0 },
  reads: [{ arg: 0 }],
  nonNull: [0],
};
/** Where the number ends comes back through the second argument. */
const numberAndEnd: CallModel = { ...number, outputs: [1] };
const length: CallModel = {
  result: { kind: 'integer', lo: 0, taintFrom: 0 },
  reads: [{ arg: 0 }],
  nonNull: [0],
};
const duplicate: CallModel = {
  result: { kind: 'allocation', family: 'malloc', size: { text: 0 }, failure: 'null', copies: 0 },
  reads: [{ arg: 0 }],
  nonNull: [0],
  failure: 'null',
};

/** NUL-terminated text: copying, searching, converting. */
export const STRINGS: Readonly<Record<string, CallModel>> = {
  strlen: length,
  wcslen: length,
  strnlen: { result: { kind: 'integer', lo: 0, atMost: 1, taintFrom: 0 }, nonNull: [0] },
  strcpy: {
    result: { kind: 'argument', arg: 0 },
    writes: [{ arg: 0, size: { text: 1 }, from: 1, terminated: 'yes' }],
    reads: [{ arg: 1 }],
    nonNull: [0, 1],
  },
  stpcpy: {
    result: { kind: 'within', arg: 0, nullable: false },
    writes: [{ arg: 0, size: { text: 1 }, from: 1, terminated: 'yes' }],
    reads: [{ arg: 1 }],
    nonNull: [0, 1],
  },
  wcscpy: { result: { kind: 'argument', arg: 0 }, outputs: [0], nonNull: [0, 1] },
  strcat: {
    result: { kind: 'argument', arg: 0 },
    writes: [{ arg: 0, size: { text: 1 }, from: 1, append: true, terminated: 'yes' }],
    reads: [{ arg: 0 }, { arg: 1 }],
    nonNull: [0, 1],
  },
  strncpy: {
    result: { kind: 'argument', arg: 0 },
    writes: [{ arg: 0, size: { arg: 2 }, from: 1, terminated: 'maybe' }],
    nonNull: [0, 1],
  },
  stpncpy: {
    result: { kind: 'within', arg: 0, nullable: false },
    writes: [{ arg: 0, size: { arg: 2 }, from: 1, terminated: 'maybe' }],
    nonNull: [0, 1],
  },
  strncat: {
    result: { kind: 'argument', arg: 0 },
    writes: [{ arg: 0, size: { arg: 2 }, from: 1, append: true, terminated: 'yes' }],
    nonNull: [0, 1],
  },
  strlcpy: {
    result: { kind: 'integer', lo: 0 },
    writes: [{ arg: 0, size: { arg: 2 }, from: 1, terminated: 'yes' }],
    nonNull: [0, 1],
  },
  strlcat: {
    result: { kind: 'integer', lo: 0 },
    writes: [{ arg: 0, size: { arg: 2 }, from: 1, terminated: 'yes' }],
    nonNull: [0, 1],
  },
  strcmp: compare,
  strcasecmp: compare,
  strcoll: compare,
  strncmp: compareSome,
  strncasecmp: compareSome,
  strchr: within,
  strrchr: within,
  strchrnul: { ...within, result: { kind: 'within', arg: 0, nullable: false } },
  strstr: within2,
  strcasestr: within2,
  strpbrk: within2,
  strtok: { result: { kind: 'within', arg: 0, nullable: true } },
  strtok_r: { result: { kind: 'within', arg: 0, nullable: true }, outputs: [2] },
  strsep: { result: { kind: 'pointer', nullable: true }, outputs: [0] },
  strspn: { result: { kind: 'integer', lo: 0 }, nonNull: [0, 1] },
  strcspn: { result: { kind: 'integer', lo: 0 }, nonNull: [0, 1] },
  strdup: duplicate,
  strndup: {
    ...duplicate,
    result: {
      kind: 'allocation',
      family: 'malloc',
      size: { bytes: Number.POSITIVE_INFINITY },
      failure: 'null',
      copies: 0,
    },
  },
  wcsdup: duplicate,
  atoi: number,
  atol: number,
  atoll: number,
  atof: number,
  strtol: numberAndEnd,
  strtoll: numberAndEnd,
  strtoul: numberAndEnd,
  strtoull: numberAndEnd,
  strtod: numberAndEnd,
  strtof: numberAndEnd,
  strtold: numberAndEnd,
  strtoimax: numberAndEnd,
  strtoumax: numberAndEnd,
  stoi: numberAndEnd,
  stol: numberAndEnd,
  stoll: numberAndEnd,
  stoul: numberAndEnd,
  stoull: numberAndEnd,
  toupper: { result: { kind: 'integer', lo: -128, hi: 255, taintFrom: 0 } },
  tolower: { result: { kind: 'integer', lo: -128, hi: 255, taintFrom: 0 } },
  isdigit: { result: { kind: 'integer' } },
  isalpha: { result: { kind: 'integer' } },
  isalnum: { result: { kind: 'integer' } },
  isspace: { result: { kind: 'integer' } },
  abs: { result: { kind: 'integer', lo: 0, hi: 2147483647, taintFrom: 0 } },
  htons: { result: { kind: 'integer', lo: 0, hi: 65535, taintFrom: 0 } },
  ntohs: { result: { kind: 'integer', lo: 0, hi: 65535, taintFrom: 0 } },
  htonl: { result: { kind: 'integer', lo: 0, hi: 4294967295, taintFrom: 0 } },
  ntohl: { result: { kind: 'integer', lo: 0, hi: 4294967295, taintFrom: 0 } },
};
