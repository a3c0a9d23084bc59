import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { modelServer } from '../fakes/model-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('../support/ask-many.ts', import.meta.url));
const COUNT = 24;
const AT_A_TIME = 4;

/** Runs the script, which `end` may kill; what it printed, if it got that far. */
async function run(env: Readonly<Record<string, string>>, end?: (kill: () => void) => void) {
  const args = ['--disable-warning=ExperimentalWarning', SCRIPT, String(COUNT)];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  end?.(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return output;
}

test('a run that was killed and resumes pays for no answer twice', async () => {
  let kill = () => undefined as unknown;
  let left = 0;
  const server = await modelServer(({ messages }) => {
    left -= 1;
    // In the middle of a call: others are under way, or just being written to the cache.
    if (left === 0) kill();
    return { kind: 'answer', content: `To: ${messages[0]?.content}` };
  });
  const env = {
    HOME: temporaryFolder(),
    RUSTWARD_MODEL_BASE_URL: server.baseUrl,
    RUSTWARD_MODEL_NAME: 'usual',
  };
  const kills = [3, 7];
  for (const after of kills) {
    left = after;
    const output = await run(env, (end) => {
      kill = end;
    });
    expect(output).toBe('');
  }
  const output = await run(env);
  const expected = Array.from({ length: COUNT }, (_, index) => `To: Question ${index}?`);
  expect(JSON.parse(output)).toEqual(expected);
  // Only what was under way when a run was killed may have been asked for again.
  expect(server.requests.length).toBeGreaterThan(COUNT);
  expect(server.requests.length).toBeLessThanOrEqual(COUNT + kills.length * AT_A_TIME);
  const before = server.requests.length;
  expect(await run(env)).toBe(output);
  expect(server.requests).toHaveLength(before);
});
