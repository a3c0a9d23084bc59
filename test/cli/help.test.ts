import { describe, expect, test } from '@jest/globals';
import { rustward } from '../support/command-line.ts';

describe('rustward help COMMAND', () => {
  test.each([['app create'], ['migrate run'], ['memory add']])('%s', (names) => {
    const words = names.split(' ');
    const { status, stdout, stderr } = rustward(['help', ...words]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: rustward ${names} [options]`);
    expect(stdout).toBe(rustward([...words, '--help']).stdout);
  });

  test('of a command with commands alone', () => {
    expect(rustward(['help', 'app']).stdout).toMatch(
      /^Usage: rustward app \[options\] \[command\]/,
    );
  });

  test.each([
    [['app', 'creat'], 'there is no command app creat; did you mean create?'],
    [['scna'], 'there is no command scna; did you mean scan?'],
    [
      ['migrate', 'xyz'],
      "there is no command migrate xyz; 'rustward help migrate' lists what there is",
    ],
    [['nosuch', 'create'], "there is no command nosuch; 'rustward help' lists what there is"],
  ])('%j is refused', (names, message) => {
    const { status, stderr } = rustward(['help', ...names]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

test.each([['fix'], ['memory'], ['app create'], ['explain']])(
  'the description of %s is wrapped once',
  (names) => {
    const { stdout } = rustward([...names.split(' '), '--help']);
    const lines = stdout.split('\n\n')[1]?.split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const [index, line] of lines.slice(0, -1).entries()) {
      const [word = ''] = (lines[index + 1] ?? '').split(' ');
      expect(`${line} ${word}`.length).toBeGreaterThanOrEqual(80);
    }
  },
);
