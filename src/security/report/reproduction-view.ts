import type { Reproduction } from '../candidates/reproduction.ts';

type Reproduced = Reproduction & { readonly outcome: 'reproduced' };

/** What a report says first of a reproduction that showed something. */
export function reproducedSentence({ written_by: by }: Reproduced): string {
  const whose =
    by === 'machine' ? 'that was generated, without a model,' : 'that a model has written';
  return `A driver ${whose} brings it about: the sanitizer reports it on the head, and with the same driver and input not on the base.`;
}

/** What a reader must know of all others. */
export const NOT_REPRODUCED_SENTENCE = 'That refutes nothing.';

/** Characters of why a finding was not reproduced. */
const MAX_WHY = 400;

/** Why a finding was not reproduced, without what a sanitizer or a compiler printed. */
export function whyNotReproduced(reproduction: Reproduction): string | undefined {
  if (reproduction.outcome === 'reproduced') return undefined;
  const [first = ''] = reproduction.why.split('\n');
  return first.replace(/:$/, '').slice(0, MAX_WHY);
}

/** The error and the calls that led to it, without what the sanitizer says of memory. */
export function errorWithStack({ report }: Reproduced): readonly string[] {
  const lines = report.split('\n');
  const end = lines.findIndex((line, at) => line.trim() === '' && at > 0);
  const shown = end < 0 ? lines : lines.slice(0, end);
  return shown.filter((line) => !/ in (?:__libc_start\w*|_start) /.test(line));
}

/** The name of the script that shows a finding again. */
export function scriptName(id: string): string {
  return `reproduce-${id}.sh`;
}

const END = 'END_OF_RUSTWARD_FILE';

/** One script that has all files in it, to be read: it unpacks them into a folder, builds and runs them. */
export function selfContainedScript(reproduced: Reproduced): string {
  const { files, input, written_by: by } = reproduced;
  const folders = new Set(files.map(({ path }) => path.split('/').slice(0, -1).join('/')));
  return [
    '#!/bin/sh',
    '# Builds a driver that shows a finding with the sources of a checkout, and runs it, with clang.',
    by === 'machine'
      ? '# Rustward has generated kit/driver, which is below, without a model.'
      : '# A model has written kit/driver, which is below: read it first.',
    '# Usage: sh THIS CHECKOUT, or sh THIS --unpack FOLDER',
    'set -eu',
    'if [ $# -eq 2 ] && [ "$1" = --unpack ]; then folder=$2; else folder=$(mktemp -d); fi',
    ...[...folders].map((folder) => `mkdir -p "$folder"/'${folder}'`),
    ...files.flatMap(({ path, text }) => unpacking(path, text)),
    ...encoded('input', input),
    '[ $# -ne 2 ] || exit 0',
    'exec sh "$folder"/run.sh "$@"',
    '',
  ].join('\n');
}

/** As it is where the shell can carry it. */
function unpacking(path: string, text: string): string[] {
  const isPlain = text.endsWith('\n') && !text.includes(END) && !/[\0\r]/.test(text);
  if (!isPlain) return encoded(path, Buffer.from(text).toString('base64'));
  return [`cat > "$folder"/'${path}' <<'${END}'`, text.slice(0, -1), END];
}

function encoded(path: string, base64: string): string[] {
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [`base64 -d > "$folder"/'${path}' <<'${END}'`, ...lines, END];
}
