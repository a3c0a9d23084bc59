import { didYouMean } from '../../did-you-mean.ts';
import type { Instruction } from './instruction.ts';
import { parseApproveInstruction, parseMigrateInstruction } from './parse-migrate-instruction.ts';

const MAX_REASON = 500;

/** What an instruction takes after its name, where it begins with `/rustward`. */
const ARGUMENTS = {
  review: '',
  pause: '',
  resume: '',
  help: '',
  explain: 'KEY',
  fp: 'KEY REASON',
  accept: 'KEY REASON',
  reopen: 'KEY',
  fix: 'KEY [approve]',
} as const;

const FINDING = /^`?([0-9a-f]{8})`?$/i;

/** What shows as nothing, or turns what comes after it around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Reads the instruction that a comment begins with: `/rustward`, `/migrate` or `/approve` at the very
 * beginning of its first line, so neither quoted nor in a block of code. The rest of the comment is talk.
 * @returns undefined where it begins with something else; `mistaken` where it was meant for us and
 *   makes no sense
 */
export function parseInstruction(body: string): Instruction | undefined {
  const line = /^[^\r\n]*/.exec(body)?.[0] ?? '';
  const [, prefix, rest = ''] = /^\/(rustward|migrate|approve)(?![^\s])(.*)$/su.exec(line) ?? [];
  if (prefix === undefined) return undefined;
  const words = rest.replaceAll(INVISIBLE, ' ').split(/\s+/).filter(Boolean);
  if (prefix === 'migrate') return parseMigrateInstruction(words);
  if (prefix === 'approve') return parseApproveInstruction(words);
  const [name = 'help', ...more] = words;
  return parseRustwardInstruction(name, more);
}

function parseRustwardInstruction(name: string, words: readonly string[]): Instruction {
  switch (name) {
    case 'review':
    case 'pause':
    case 'resume':
    case 'help':
      return words.length === 0 ? { name } : mistaken(`\`${name}\` takes nothing after it.`);
    case 'explain':
    case 'reopen': {
      const finding = findingOf(words[0]);
      return finding === undefined || words.length > 1 ? wantsFinding(name) : { name, finding };
    }
    case 'fix': {
      const finding = findingOf(words[0]);
      const isApproved = words[1]?.toLowerCase() === 'approve';
      if (finding === undefined || words.length > (isApproved ? 2 : 1)) return wantsFinding(name);
      return { name, finding, ...(isApproved ? { approve: true } : {}) };
    }
    case 'fp':
    case 'accept': {
      const finding = findingOf(words[0]);
      if (finding === undefined) return wantsFinding(name);
      const reason = words.slice(1).join(' ');
      if (reason === '') return mistaken(`A reason is missing: ${usage(name)}`);
      if (reason.length > MAX_REASON) {
        return mistaken(`The reason is longer than ${MAX_REASON} characters.`);
      }
      return { name, finding, reason };
    }
    default:
      return unknown(name);
  }
}

function findingOf(word: string | undefined): string | undefined {
  return FINDING.exec(word ?? '')?.[1]?.toLowerCase();
}

function wantsFinding(name: keyof typeof ARGUMENTS): Instruction {
  const key = 'the KEY is the eight digits in the comment of a finding, such as `1a2b3c4d`';
  return mistaken(`${usage(name)}; ${key}.`);
}

function unknown(name: string): Instruction {
  // The answer repeats it, where letters and digits do nothing.
  const shown = name.replaceAll(/[^A-Za-z0-9_-]/g, '?').slice(0, 40);
  const near = didYouMean(name.toLowerCase().slice(0, 40), Object.keys(ARGUMENTS));
  const hint =
    near === undefined ? '`/rustward help` lists what there is' : `did you mean ${usage(near)}`;
  return mistaken(`There is no instruction \`${shown}\`: ${hint}${near === undefined ? '.' : '?'}`);
}

function usage(name: string): string {
  const words = Object.entries(ARGUMENTS).find(([known]) => known === name)?.[1] ?? '';
  return `\`/rustward ${name}${words === '' ? '' : ` ${words}`}\``;
}

function mistaken(problem: string): Instruction {
  return { name: 'mistaken', problem };
}
