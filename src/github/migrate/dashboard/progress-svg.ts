import { plural } from '../../../migration/status/wording.ts';
import { escapeHtml } from '../../../page/html-text.ts';
import { pictureStyle } from '../../../page/picture-style.ts';
import type { Row } from './rows.ts';
import { inRust, modulesOf, TALLY_PARTS, type Tally, type TallyPart, tallyOf } from './tally.ts';

const WIDTH = 800;
const EDGE = 24;
const NAME_WIDTH = 210;
const COUNT_WIDTH = 86;
const ROW_HEIGHT = 26;
const MAX_MODULES = 14;
const NAME_CHARACTERS = 30;

const WORDS: Readonly<Record<TallyPart, string>> = {
  ...{ proven: 'in Rust, compared', partly: 'in part', unproven: 'not compared' },
  ...{ proposed: 'proposed', blocked: 'blocked', left: 'in C' },
};

/** The progress of a migration as a picture: one bar for all functions, one for each C file. */
export function progressSvg(rows: readonly Row[]): string {
  const total = tallyOf(rows);
  const done = inRust(total);
  const modules = [...modulesOf(rows)].slice(0, MAX_MODULES);
  const hidden = modulesOf(rows).size - modules.length;
  const first = 132;
  const height = first + modules.length * ROW_HEIGHT + (hidden > 0 ? ROW_HEIGHT : 0) + 14;
  const title = `${done} of ${rows.length} functions are in Rust`;
  const inner = WIDTH - 2 * EDGE;
  const bars = modules.flatMap(([file, own], at) => {
    const y = first + at * ROW_HEIGHT;
    const tally = tallyOf(own);
    return [
      `<text x="${EDGE}" y="${y + 13}">${escapeHtml(short(file))}</text>`,
      ...bar(tally, own.length, EDGE + NAME_WIDTH, y + 2, inner - NAME_WIDTH - COUNT_WIDTH, 14),
      `<text class="small" x="${WIDTH - EDGE}" y="${y + 13}" text-anchor="end">${inRust(tally)} of ${own.length}</text>`,
    ];
  });
  const more =
    hidden > 0
      ? [
          `<text class="small" x="${EDGE}" y="${first + modules.length * ROW_HEIGHT + 13}">and ${plural(hidden, 'more file')}</text>`,
        ]
      : [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}: ${said(total)}">`,
    `<title>${title}</title>`,
    `<style>${pictureStyle('pictures/progress.css')}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="${EDGE}" y="36">${title}</text>`,
    ...bar(total, rows.length, EDGE, 52, inner, 22),
    ...legend(total),
    ...bars,
    ...more,
    '</svg>\n',
  ].join('\n');
}

function bar(
  tally: Tally,
  whole: number,
  left: number,
  y: number,
  width: number,
  height: number,
): string[] {
  let at = left;
  return TALLY_PARTS.filter((part) => tally[part] > 0).map((part) => {
    const long = (width * tally[part]) / whole;
    const rect = `<rect class="${part}" x="${at.toFixed(1)}" y="${y}" width="${Math.max(1, long - 1).toFixed(1)}" height="${height}" rx="2"/>`;
    at += long;
    return rect;
  });
}

function legend(total: Tally): string[] {
  let at = EDGE;
  return TALLY_PARTS.filter((part) => total[part] > 0).flatMap((part) => {
    const words = `${total[part]} ${WORDS[part]}`;
    const x = at;
    at += 34 + words.length * 6.4;
    return [
      `<rect class="${part}" x="${x.toFixed(1)}" y="90" width="11" height="11" rx="2"/>`,
      `<text class="small" x="${(x + 17).toFixed(1)}" y="100">${words}</text>`,
    ];
  });
}

function said(total: Tally): string {
  const parts = TALLY_PARTS.filter((part) => total[part] > 0);
  return parts.map((part) => `${total[part]} ${WORDS[part]}`).join(', ');
}

/** The end of a path, which tells files apart. */
function short(file: string): string {
  const characters = [...file];
  if (characters.length <= NAME_CHARACTERS) return file;
  return `…${characters.slice(1 - NAME_CHARACTERS).join('')}`;
}
