const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The depth of what stands in a list of the outermost object: its own braces, and the list's. */
const DECLARATION_DEPTH = 2;

/** One declaration of more than this is refused; the largest function of a big C file needs 20 MB. */
const MAX_DECLARATION_BYTES = 200 * 1024 * 1024;

/**
 * Cuts clang's tree, while it comes, into its top-level declarations: the objects in the lists of
 * the outermost object. So no more than one declaration is held at a time, whatever the size of the
 * tree. Only brackets and strings are looked at; each declaration is left to `JSON.parse`.
 */
export class DeclarationCutter {
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private parts: Buffer[] = [];
  private held = 0;
  private wasOpened = false;
  private isInList = false;
  private readonly maxBytes: number;

  constructor(maxBytes = MAX_DECLARATION_BYTES) {
    this.maxBytes = maxBytes;
  }

  /**
   * The declarations, as JSON, that end in this part of the text.
   * @throws Error when one is too long, or brackets do not match.
   */
  push(chunk: Buffer): string[] {
    const found: string[] = [];
    let start = this.parts.length > 0 ? 0 : -1;
    let at = 0;
    while (at < chunk.length) {
      if (this.inString) at = this.pastString(chunk, at);
      const bracket = nextMark(chunk, at);
      if (bracket === chunk.length) break;
      at = bracket + 1;
      const byte = chunk[bracket];
      if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (this.depth === DECLARATION_DEPTH - 1) this.isInList = byte === OPEN_ARRAY;
        const isDeclaration = this.depth === DECLARATION_DEPTH && this.isInList;
        if (isDeclaration && byte === OPEN_OBJECT) start = bracket;
        this.depth++;
        this.wasOpened = true;
      } else {
        this.depth--;
        if (this.depth < 0) throw new Error('its brackets do not match');
        if (this.depth === DECLARATION_DEPTH && start >= 0) {
          found.push(this.take(chunk.subarray(start, at)));
          start = -1;
        }
      }
    }
    if (start >= 0) this.hold(chunk.subarray(start));
    return found;
  }

  /** Just after the quote that ends the string that a place is in, or the end of the chunk. */
  private pastString(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) {
        this.inString = false;
        return at + 1;
      }
    }
    return at;
  }

  /** Whether the outermost object has come to its end. */
  isComplete(): boolean {
    return this.wasOpened && this.depth === 0;
  }

  private hold(part: Buffer): void {
    this.held += part.length;
    if (this.held > this.maxBytes) throw new Error(`a declaration is over ${this.maxBytes} bytes`);
    this.parts.push(part);
  }

  private take(last: Buffer): string {
    this.hold(last);
    const text = Buffer.concat(this.parts).toString('utf8');
    this.parts = [];
    this.held = 0;
    return text;
  }
}

/** For each byte, whether it is a bracket or a quote: most bytes are none. */
const MARKS = new Uint8Array(256);
for (const mark of [QUOTE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY]) MARKS[mark] = 1;

function nextMark(chunk: Buffer, from: number): number {
  let at = from;
  while (at < chunk.length && MARKS[chunk[at] ?? 0] === 0) at++;
  return at;
}
