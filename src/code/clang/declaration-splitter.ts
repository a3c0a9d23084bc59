const BLANK = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The depth of what stands in a list of the outermost object: its own braces, and the list's. */
const DECLARATION_DEPTH = 2;

/** More than this of one declaration is refused: 4 functions as long as any in a big C program. */
const MAX_DECLARATION_BYTES = 100 * 1024 * 1024;

/**
 * Cuts clang's tree, while it comes, into its top-level declarations: the objects in the lists of
 * the outermost object. So no more than one declaration is held at a time, whatever the size of the
 * tree, and that without the blanks by which clang indents it, most of a tree that is deep. Only
 * brackets and strings are looked at; each declaration is left to `JSON.parse`.
 */
export class DeclarationSplitter {
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private isInList = false;
  private isHolding = false;
  private wasOpened = false;
  private held = Buffer.alloc(64 * 1024);
  private length = 0;
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
    this.makeRoom(chunk.length);
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (!this.inString && byte <= BLANK) continue;
      if (this.inString || MARKS[byte] === 1) this.processByte(byte, found);
      if (this.isHolding) this.held[this.length++] = byte;
    }
    if (this.length > this.maxBytes)
      throw new Error(`a declaration is over ${this.maxBytes} bytes`);
    return found;
  }

  /** Whether the outermost object has come to its end. */
  isComplete(): boolean {
    return this.wasOpened && this.depth === 0;
  }

  /** Takes in a bracket or a quote, or any byte of a string. */
  private processByte(byte: number, found: string[]): void {
    if (this.inString) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.inString = false;
    } else if (byte === QUOTE) this.inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.open(byte);
    else {
      this.depth--;
      if (this.depth < 0) throw new Error('its brackets do not match');
      if (this.depth !== DECLARATION_DEPTH || !this.isHolding) return;
      found.push(`${this.held.toString('utf8', 0, this.length)}}`);
      this.isHolding = false;
      this.length = 0;
    }
  }

  private open(byte: number): void {
    if (this.depth === DECLARATION_DEPTH - 1) this.isInList = byte === OPEN_ARRAY;
    const isDeclaration = this.depth === DECLARATION_DEPTH && this.isInList;
    if (isDeclaration && byte === OPEN_OBJECT) this.isHolding = true;
    this.depth++;
    this.wasOpened = true;
  }

  private makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.held.length) return;
    const larger = Buffer.alloc(Math.max(needed, 2 * this.held.length));
    this.held.copy(larger, 0, 0, this.length);
    this.held = larger;
  }
}

/** For each byte, whether it is a bracket or a quote: most bytes are none. */
const MARKS = new Uint8Array(256);
for (const mark of [QUOTE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY]) MARKS[mark] = 1;
