import type { TextSpan } from './syntax.ts';

/** Stretches of a text that were looked at. */
export class TouchedText {
  private marks = new Uint8Array(1024);

  add({ start, end }: TextSpan): void {
    if (end > this.marks.length) {
      const longer = new Uint8Array(Math.max(end, this.marks.length * 2));
      longer.set(this.marks);
      this.marks = longer;
    }
    this.marks.fill(1, start, end);
  }

  has(offset: number): boolean {
    return this.marks[offset] === 1;
  }

  /** The stretches, in order. */
  *spans(): Generator<TextSpan> {
    const { marks } = this;
    for (let start = marks.indexOf(1); start >= 0; ) {
      const gap = marks.indexOf(0, start);
      const end = gap < 0 ? marks.length : gap;
      yield { start, end };
      start = marks.indexOf(1, end);
    }
  }
}
