import type { CParamRole } from '../../equivalence/pairing/mapping.ts';
import type { Meaning, NoneValue } from '../../equivalence/pairing/meaning.ts';

/** What a C parameter is given as, in a few words for people; names stand between back-ticks. */
export function roleWords(role: CParamRole): string {
  switch (role.role) {
    case 'value':
      return 'a value';
    case 'pointer':
      return `points to one value, which is read and written${orNull(role.nullable)}`;
    case 'text':
      return `a C string, up to its NUL${orNull(role.nullable)}`;
    case 'elements':
      return `points to ${elements(role.length)}${orNull(role.nullable)}`;
    case 'output':
      return `only written${role.room === undefined ? '' : `, with room for ${elements(role.room)}`}`;
    case 'length':
      return `the length of \`${role.of}\`, which Rust knows`;
    case 'offset':
      return `points into \`${role.of}\`, or behind its last element`;
    case 'descriptor':
      return `the descriptor of a ${role.of}`;
    case 'callback':
      return role.context === undefined
        ? 'a function of the caller'
        : `a function of the caller, which is called with \`${role.context}\``;
    case 'constant':
      return `always ${role.value ?? 'null'} here: Rust has no such parameter`;
  }
}

/** What a Rust value stands for in C; lists are cut after some members. */
export function meaningWords(meaning: Meaning): string {
  if (typeof meaning === 'string') return placeWords(meaning);
  if ('tuple' in meaning) return `a tuple of ${joinWithLimit(meaning.tuple.map(meaningWords))}`;
  if ('fields' in meaning) {
    const fields = Object.entries(meaning.fields);
    return joinWithLimit(fields.map(([name, of]) => `\`${name}\` is ${meaningWords(of)}`));
  }
  if ('ok' in meaning) return resultWords(meaning);
  if ('some' in meaning) {
    return `${noneWords(meaning.none)} is \`None\`; \`Some\` is ${meaningWords(meaning.some)}`;
  }
  if ('buffer' in meaning) {
    return bufferWords(meaning.buffer, meaning.length);
  }
  if ('allocated' in meaning) return `new memory, by its length: ${placeWords(meaning.allocated)}`;
  if ('offset' in meaning) return `an index: how far behind \`${meaning.offset}\` the pointer is`;
  if ('sign' in meaning) return `the sign of ${placeWords(meaning.sign)}`;
  const pairs = meaning.match.map(({ rust, c }) => `${c} is \`${rust}\``);
  return `${placeWords(meaning.of)}: ${joinWithLimit(pairs)}`;
}

/** The C parameters whose memory a Rust value is made of. */
export function accessPathsOf(meaning: Meaning): string[] {
  if (typeof meaning === 'string') return [meaning];
  if ('tuple' in meaning) return meaning.tuple.flatMap(accessPathsOf);
  if ('fields' in meaning) return Object.values(meaning.fields).flatMap(accessPathsOf);
  if ('ok' in meaning) return accessPathsOf(meaning.ok);
  if ('some' in meaning) return accessPathsOf(meaning.some);
  if ('buffer' in meaning) return [meaning.buffer];
  if ('allocated' in meaning) return [meaning.allocated];
  if ('offset' in meaning) return ['return'];
  return 'sign' in meaning ? [meaning.sign] : [meaning.of];
}

const MAX_LISTED = 12;

function joinWithLimit(parts: readonly string[]): string {
  const more = parts.length > MAX_LISTED ? [`and ${parts.length - MAX_LISTED} more`] : [];
  return [...parts.slice(0, MAX_LISTED), ...more].join(', ');
}

function resultWords({ ok, success, errors }: Extract<Meaning, { ok: Meaning }>): string {
  const good = `${success === undefined ? 'success' : codeWords(success)} is \`Ok\` with ${meaningWords(ok)}`;
  if (errors === 'return') return `${good}; what is returned else is the error`;
  if (errors === 'errno') return `${good}; −1 is \`Err\` with the value of \`errno\``;
  if (errors === 'any') return `${good}; all else is \`Err\``;
  const each = errors.map(({ error, return: code, errno = [] }) => {
    const of = errno.length === 0 ? '' : ` with errno ${errno.join(' or ')}`;
    return `${codeWords(code)}${of} is \`${error}\``;
  });
  return `${good}; ${joinWithLimit(each)}`;
}

function noneWords(none: NoneValue): string {
  if (typeof none !== 'object') return none === 'null' ? 'a null pointer' : codeWords(none);
  return `\`${none.field}\` being ${none.is === 'null' ? 'null' : codeWords(none.is)}`;
}

function codeWords(code: bigint): string {
  return String(code).replace('-', '−');
}

function placeWords(place: string): string {
  return place === 'return' ? 'what is returned' : `what \`${place}\` points to`;
}

function bufferWords(place: string, length: 'nul' | 'room' | bigint | string): string {
  const at = place === 'return' ? 'is returned' : `\`${place}\` points to`;
  if (length === 'nul') return `the text that ${at}`;
  if (length === 'room') return `all that ${at}`;
  const many = typeof length === 'bigint' ? elements(Number(length)) : elements(length);
  return `what ${at}: ${many}`;
}

function elements(length: number | string | undefined): string {
  if (length === undefined) return 'elements';
  return typeof length === 'number'
    ? `${length} ${length === 1 ? 'element' : 'elements'}`
    : `as many elements as \`${length}\` tells`;
}

function orNull(nullable: boolean): string {
  return nullable ? ', or null' : '';
}
