/** Whether a C name and a Rust name are the same but for case and underscores. */
export function isSameName(c: string, rust: string): boolean {
  return plain(c) === plain(rust) && plain(c) !== '';
}

function plain(name: string): string {
  return name.replace(/^r#/, '').replaceAll('_', '').toLowerCase();
}

/** Whether a C constant ends with the name of a Rust variant: `ERR_OUT_OF_RANGE` with `OutOfRange`. */
export function isNamedAfter(constant: string, variant: string): boolean {
  const own = constant.replaceAll('_', '').toLowerCase();
  return variant !== '' && own.endsWith(variant.toLowerCase());
}

/** Fewer letters are no abbreviation of a variant, or of a constant. */
const SHORTEST_CONSTANT = 4;
const SHORTEST_VARIANT = 3;

/** What of a C constant stands in front of the name of a Rust variant, without underscores. */
interface Family {
  readonly name: string;
  /** None of the two names is an abbreviation of the other. */
  readonly isExact: boolean;
}

/**
 * The family of a C constant whose last words are the name of a Rust variant, or begin as it does: `jve` of `JV_ESYNTAX` for
 * `Syntax`, `e` of `E_INVAL` for `Invalid`, `cfg` of `CFG_STRING` for `Str`; undefined where they are not.
 */
export function familyOf(constant: string, variant: string): Family | undefined {
  const wanted = plain(variant);
  const words = constant.toLowerCase().split('_');
  const whole = words.join('');
  for (const [at] of words.entries()) {
    const end = words.slice(at).join('');
    for (const before of ['', 'e', 'err']) {
      const name = end.slice(before.length);
      if (!end.startsWith(before) || name === '') continue;
      const isExact = name === wanted;
      const isShort =
        (name.length >= SHORTEST_CONSTANT && wanted.startsWith(name)) ||
        (wanted.length >= SHORTEST_VARIANT && before === '' && name.startsWith(wanted));
      if (isExact || isShort) return { name: whole.slice(0, whole.length - name.length), isExact };
    }
  }
  return undefined;
}

const LENGTH =
  /^(?:n|len|length|size|count|num|used|cnt|nitems|nelem|nelems|nmemb|nr|nb|fill|sz|top)$/;
const ROOM = /^(?:cap|capacity|alloc|allocated|max|room|bufsize|maxlen|maxsize|limit)$/;

/** Whether a field or parameter is named like the length (or the room) of another. */
export function isLengthNameFor(name: string, of: string, isRoom: boolean): boolean {
  const own = plain(name);
  const words = isRoom ? ROOM : LENGTH;
  if (words.test(own)) return true;
  // What is left of an input; of an output, `avail_out` tells the room.
  if (!isRoom && plain(of) === 'nextin' && own === 'availin') return true;
  const other = plain(of).replace(/s$/, '');
  const rest = own.startsWith(other)
    ? own.slice(other.length)
    : own.endsWith(other) || own.endsWith(`${other}s`)
      ? own.slice(0, own.lastIndexOf(other))
      : undefined;
  // An `s` may be that of the plural, and that of `size`.
  return rest !== undefined && (words.test(rest) || words.test(rest.replace(/^s(?=.)/, '')));
}

/**
 * Whether a number beside a text is its length by its name: `name_len`, or `len` where it stands beside one text alone.
 */
export function countsText(name: string, text: string, isAlone: boolean): boolean {
  if (/^(?:n|len|length)$/i.test(name)) return isAlone;
  const isNamed = name.toLowerCase().startsWith(text.toLowerCase());
  return isNamed && /(?:len|length|size)$/i.test(name) && isLengthNameFor(name, text, false);
}

/** Whether an integer parameter is named like a number of elements or a place among them. */
export function isSizeName(name: string): boolean {
  const own = plain(name);
  return (
    LENGTH.test(own) ||
    /(?:len|length|size|count|num|idx|index|pos|offset|start|begin|end|left|right|lo|hi|low|high)$/.test(
      own,
    ) ||
    /^(?:n[a-z]*|i|j|k|from|to|at|off)$/.test(own)
  );
}
