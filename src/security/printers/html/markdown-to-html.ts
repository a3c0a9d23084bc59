import { escapeHtml } from '../../../page/html-text.ts';

/**
 * The Markdown that rules are explained in, as HTML: paragraphs, headings, lists, fenced code,
 * code spans, emphasis and https links. Anything else, HTML included, stays the text it is.
 */
export function markdownToHtml(markdown: string): string {
  const html: string[] = [];
  const lines = markdown.split(/\r?\n/);
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const fence = /^\s*(```+|~~~+)/.exec(line)?.[1];
    const [bullet] = /^\s*[-*] /.exec(line) ?? [];
    if (fence !== undefined) {
      const end = findFrom(lines, index + 1, (text) => text.trim().startsWith(fence));
      html.push(
        `<pre><code>${lines
          .slice(index + 1, end)
          .map(escapeHtml)
          .join('\n')}</code></pre>`,
      );
      index = end + 1;
    } else if (/^#{1,6} /.test(line)) {
      html.push(`<p class="heading">${inline(line.replace(/^#+ /, ''))}</p>`);
      index++;
    } else if (bullet !== undefined) {
      const end = findFrom(lines, index, (text) => !/^\s*[-*] |^\s+\S/.test(text));
      const items = lines
        .slice(index, end)
        .join('\n')
        .split(/^\s*[-*] /m)
        .slice(1);
      html.push(`<ul>${items.map((item) => `<li>${inline(oneLine(item))}</li>`).join('')}</ul>`);
      index = end;
    } else if (line.trim() === '') {
      index++;
    } else {
      const end = findFrom(lines, index + 1, (text) => /^\s*($|```|~~~|#{1,6} |[-*] )/.test(text));
      html.push(`<p>${inline(oneLine(lines.slice(index, end).join(' ')))}</p>`);
      index = end;
    }
  }
  return html.join('');
}

function findFrom(lines: readonly string[], from: number, test: (line: string) => boolean): number {
  const offset = lines.slice(from).findIndex(test);
  return offset === -1 ? lines.length : from + offset;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Code spans first: nothing inside them is markup. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : prose(part),
    )
    .join('');
}

function prose(text: string): string {
  return escapeHtml(text)
    .replace(/\[([^\]]+)\]\((https:\/\/[^\s)]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>');
}
