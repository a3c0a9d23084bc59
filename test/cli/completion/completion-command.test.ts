import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What a shell offers behind a line, in a folder. */
type Offers = (line: string, folder: string) => readonly string[];

const SCRIPTS = new Map(
  ['bash', 'zsh', 'fish'].map((shell) => [shell, rustward(['completion', shell]).stdout]),
);

/** The file that a shell loads. */
function script(shell: string): string {
  return join(temporaryFolder({ [shell]: SCRIPTS.get(shell) ?? '' }), shell);
}

function printed(shell: string, args: readonly string[], folder: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

/** As readline calls it: it takes words apart at `=`. */
const inBash: Offers = (line, folder) => {
  const words = line.split(/ |(?<==)|(?==)/).map((word) => `'${word}'`);
  const commands = `source ${script('bash')}
    COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}
    compopt() { :; }
    _rustward
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return printed('bash', ['--norc', '-c', commands], folder);
};

/** What its functions for completion are given, of which those of its library need a terminal. */
const inZsh: Offers = (line, folder) => {
  const words = line.split(' ').map((word) => `'${word}'`);
  const commands = `compdef() { :; }
    source ${script('zsh')}
    _describe() { print -rl -- "\${\${(@P)@[-1]}[@]%%:*}"; }
    _files() { if [[ $1 == -/ ]]; then print -rl -- *(N/); else print -rl -- *(N); fi; }
    compset() { :; }
    compadd() { shift; print -rl -- "$@"; }
    words=(${words.join(' ')}) CURRENT=${words.length}
    _rustward`;
  const start = words.at(-1)?.slice(1, -1).replace(/^.*=/, '') ?? '';
  return printed('zsh', ['-f', '-c', commands], folder).filter((word) => word.startsWith(start));
};

const inFish: Offers = (line, folder) => {
  const commands = `source ${script('fish')}; complete -C ${JSON.stringify(line)}`;
  const offers = printed('fish', ['--no-config', '-c', commands], folder);
  return offers.map((offer) => offer.replace(/\t.*$/, '').replace(/^--[\w-]+=/, ''));
};

const isThere = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

describe.each([
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
] as const)('in %s', (shell, offers) => {
  const where = isThere(shell) ? test : test.skip;

  where('commands, those below them, and the names behind help', () => {
    const folder = temporaryFolder({ 'a.c': '' });
    expect(offers('rustward sc', folder)).toEqual(['scan']);
    expect(offers('rustward migrate sta', folder)).toEqual(['status']);
    expect(offers('rustward help rev', folder)).toEqual(['review']);
    expect(offers('rustward completion ', folder).toSorted()).toEqual(['bash', 'fish', 'zsh']);
    expect(offers('rustward rules use_after_f', folder)).toEqual(['use_after_free']);
  });

  where('values of options: words, files, folders, commits, and nothing for a number', () => {
    const folder = gitRepository({ 'src/a.c': '', 'notes.txt': '' });
    expect(offers('rustward scan src --fail-on ', folder).toSorted()).toEqual([
      'high',
      'low',
      'medium',
      'none',
    ]);
    expect(offers('rustward scan --format=js', folder)).toEqual(['json']);
    expect(offers('rustward review --base mai', folder)).toEqual(['main']);
    expect(offers('rustward scan --output n', folder)).toEqual(['notes.txt']);
    expect(offers('rustward scan --state-dir ', folder).map(withoutSlash)).not.toContain(
      'notes.txt',
    );
    expect(offers('rustward scan --state-dir s', folder).map(withoutSlash)).toEqual(['src']);
    expect(offers('rustward scan s', folder).map(withoutSlash)).toEqual(['src']);
    expect(offers('rustward scan --jobs ', folder)).toEqual([]);
  });

  where('each option that the help of a command names', () => {
    const folder = temporaryFolder({});
    for (const command of ['scan', 'review', 'migrate run', 'fix', 'doctor', 'app create']) {
      const { stdout } = rustward([...command.split(' '), '--help']);
      const named = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
      expect(named.length).toBeGreaterThan(2);
      expect(offers(`rustward ${command} --`, folder)).toEqual(expect.arrayContaining(named));
    }
  });
});

function withoutSlash(name: string): string {
  return name.replace(/\/$/, '');
}

test('another shell is refused with those there are', () => {
  const { status, stderr } = rustward(['completion', 'tcsh']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
