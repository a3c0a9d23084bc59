import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { migrateStranger } from '../../../bench/strangers/migrate-stranger.ts';
import { strangeProjects } from '../../../bench/strangers/projects.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { askedOf, goodAnswer } from '../../support/tally-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const C = `int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }
unsigned checksum(const unsigned char *data, unsigned long n) {
  unsigned sum = 17;
  for (unsigned long i = 0; i < n; i++) sum = ((sum << 5) | (sum >> 27)) ^ data[i];
  return sum;
}
`;
const TEST = 'int main(void) { return 0; }\nint try_it(void) { return 1; }\n';
const LAYOUT = `<PLAN>{ "name": "tally", "modules": [
  { "name": "number", "functions": ["clamp"] }, { "name": "sum", "functions": ["checksum"] }] }</PLAN>`;
/** Each function is built and compared. */
const PATIENCE = 600_000;

withClang('the migration of a project that nothing was prepared for', () => {
  test(
    'goes on where a run was ended, and says where each function stands',
    async () => {
      const folder = temporaryFolder({ 'in/tally/c/tally.c': C, 'in/tally/c/tests/test.c': TEST });
      const [project] = strangeProjects(join(folder, 'in'));
      if (project === undefined) throw new Error('there is no project');
      let isAway = true;
      const server = await modelServer((request) => {
        const asked = askedOf(request);
        return isAway && asked.step === 'checksum'
          ? { kind: 'status', status: 401, message: 'no such key' }
          : { kind: 'answer', content: asked.role === 'planner' ? LAYOUT : goodAnswer(asked) };
      });
      const { HOME: _, ...env } = modelEnvironment(server);
      const setting = {
        ...{ models: env['RUSTWARD_MODEL_FILE'] ?? '', isGiven: false, note: () => undefined },
        ...{ folder: join(folder, 'work'), record: undefined, env: { ...process.env, ...env } },
      };
      const first = await migrateStranger(project, setting);
      expect(first.stopped).toContain('no such key');
      expect(first.functions.map(({ state }) => state)).toContain('waiting');
      isAway = false;
      const asked = server.requests.length;
      const second = await migrateStranger(project, setting);
      expect(server.requests.slice(asked).map((one) => askedOf(one).step)).not.toContain('clamp');
      expect(second.stopped).toBeUndefined();
      expect(second.functions.map(({ name, state }) => `${name}: ${state}`)).toEqual([
        ...['clamp: compared', 'checksum: compared'],
      ]);
      // A plan and the Rust: what is so small and was compared on all of its lines is not reviewed.
      expect(second.callsOfEach).toEqual([2, 2]);
      expect(second.crate).toMatchObject({ warnings: [], unsafeLines: 0 });
      const config = readFileSync(join(folder, 'work/tally/.rustward/c2rust/config.json'), 'utf8');
      expect(config).not.toContain('try_it');
    },
    PATIENCE,
  );
});
