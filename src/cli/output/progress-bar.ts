/** What a bar needs of a stream; `process.stderr` has it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressBar {
  /** @param what is counted, in the plural; a new word begins a new bar */
  update(done: number, total: number, what?: string): void;
  clear(): void;
}

const WIDTH = 30;
const CLEAR_LINE = '\r\u001b[2K';

/** A bar on the last line of a terminal; nothing at all where the stream is none. */
export function progressBar(stream: ProgressStream, quiet: boolean): ProgressBar {
  if (quiet || stream.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let [shown, shownWhat] = [-1, ''];
  return {
    update(done, total, what = 'passes over files') {
      const filled = total === 0 ? WIDTH : Math.floor((done / total) * WIDTH);
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      if (percent === shown && what === shownWhat) return;
      [shown, shownWhat] = [percent, what];
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      const line = `${bar} ${percent}%  ${done} of ${total} ${what}`;
      stream.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1));
    },
    clear() {
      if (shown >= 0) stream.write(CLEAR_LINE);
    },
  };
}
