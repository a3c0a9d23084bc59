import { afterEach, describe, expect, test } from '@jest/globals';
import { runCommandLine } from '../../src/cli/program.ts';
import { printedBy } from '../support/printed-by.ts';

const { HTTPS_PROXY, https_proxy } = process.env;

afterEach(() => {
  for (const [name, value] of Object.entries({ HTTPS_PROXY, https_proxy })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** The exit status of the command line in this process, and what it prints. */
async function ran(...args: string[]) {
  let [status, printed] = [-1, ''];
  const said = await printedBy(async () => {
    printed = await printedBy(async () => {
      status = await runCommandLine(args);
    });
  }, process.stderr);
  process.stdout.removeAllListeners('error');
  return { status, printed, said };
}

/** The entries of a part of a help text, such as its commands, each with the text beside it. */
function entriesOf(help: string, part: string): [string, string][] {
  const [, body = ''] = new RegExp(`^${part}:\\n((?:  .*\\n)*)`, 'm').exec(help) ?? [];
  return body
    .split(/\n(?= {2}\S)/)
    .map((entry) => entry.trim().replaceAll(/\n\s+/g, ' '))
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [term = '', ...texts] = entry.split(/ {2,}/);
      return [term, texts.join(' ')];
    });
}

/** The words of all commands below one, with the help of each. */
async function helpsBelow(words: readonly string[]): Promise<[string, string][]> {
  const { printed } = await ran(...words, '--help');
  const below = entriesOf(printed, 'Commands')
    .map(([term]) => term.split(' ')[0] ?? '')
    .filter((name) => name !== 'help');
  const helps: [string, string][] = [[words.join(' '), printed]];
  for (const name of below) helps.push(...(await helpsBelow([...words, name])));
  return helps;
}

describe('the help', () => {
  test('lists every command', async () => {
    const { status, printed } = await ran('--help');
    expect(status).toBe(0);
    const names = entriesOf(printed, 'Commands').map(([term]) => term.split(' ')[0]);
    expect(names.toSorted()).toEqual([
      ...[
        'app',
        'cache',
        'completion',
        'config',
        'costs',
        'doctor',
        'explain',
        'fix',
        'help',
        'jobs',
        'lsp',
        'memory',
        'migrate',
      ],
      ...['report', 'review', 'rules', 'scan', 'suppress', 'worker'],
    ]);
  });

  test('says of every command, argument and option what it is for', async () => {
    const helps = await helpsBelow([]);
    expect(helps.length).toBeGreaterThan(25);
    for (const [words, help] of helps) {
      expect(help).toMatch(new RegExp(`^Usage: rustward ${words}`));
      for (const part of ['Commands', 'Arguments', 'Options']) {
        for (const [term, text] of entriesOf(help, part)) {
          expect(`${words} ${term}: ${text}`).toMatch(/: [^(\s]\S* \S/);
        }
      }
      expect(help).toMatch(/\n\n[A-Z][^\n:]{15}/);
    }
  });
});

describe('a proxy that is none', () => {
  test.each(['review', 'migrate', 'doctor', 'app', 'worker'])(
    'stops %s, which would connect by it',
    async (name) => {
      process.env['https_proxy'] = 'ftp://proxy.test';
      const { status, said } = await ran(name, '--help');
      expect([status, said]).toEqual([2, expect.stringContaining('HTTPS_PROXY')]);
    },
  );

  test.each(['scan', 'report', 'explain', 'rules', 'lsp'])('does not stop %s', async (name) => {
    process.env['https_proxy'] = 'ftp://proxy.test';
    expect((await ran(name, '--help')).status).toBe(0);
  });
});
