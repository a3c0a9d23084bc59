import { openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostLines, writeLine } from './host-lines.ts';
import { type HostAnswer, type HostRequest, requestSchema } from './host-request.ts';

// Runs commands one after the other, as `once/command-host.ts` asks for them. Each has arguments, an environment,
// a folder, a standard output and a standard error of its own, and has come to its end when nothing is left that
// would keep a process of its own alive.
// Usage: node host-program.mjs REQUESTS ANSWERS, which are named pipes

type Run = (args: readonly string[]) => Promise<number>;

const PROGRAMS: Readonly<Record<HostRequest['program'], () => Promise<Run>>> = {
  rustward: async () => (await import('../../../src/cli/program.ts')).runCommandLine,
  action: async () => {
    const { summary } = await import('@actions/core');
    const { run } = await import('../../../action/main.ts');
    return async () => {
      // It keeps the file that it first wrote to.
      Reflect.deleteProperty(summary, '_filePath');
      await run();
      return Number(process.exitCode ?? 0);
    };
  },
};

/** What goes on for longer, after its command has returned, goes on for ever. */
const PATIENCE = 60_000;
/** A host that has more memory than this makes way for another one. */
const MUCH_MEMORY = 1024 ** 3;

const [requestsPath = '', answersPath = ''] = process.argv.slice(2);
const requests = openSync(requestsPath, 'r');
const answers = openSync(answersPath, 'r+');
/** What keeps this process alive while it runs no command. */
const own = process.getActiveResourcesInfo().length;

// What its own process would end with.
process.on('uncaughtException', (error) => {
  answer({ stderr: `${error.stack}\n` });
  answer({ status: 1, ends: true });
  process.exit(1);
});

answer({ status: 0, ends: false });
const lines = new HostLines(requests);
for (let line = lines.next(); line !== undefined; line = lines.next()) {
  await perform(requestSchema.parse(JSON.parse(line)));
}

async function perform({ program, args, env, folder }: HostRequest): Promise<void> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(folder);
  process.exitCode = undefined;
  renew('stdout');
  renew('stderr');
  const run = await PROGRAMS[program]();
  const status = await run(args);
  const left = await leftOver();
  if (left.length > 0) throw new Error(`it does not come to its end: ${left.join(', ')}`);
  process.chdir('/');
  const ends = process.memoryUsage.rss() > MUCH_MEMORY;
  answer({ status, ends });
  if (ends) process.exit();
}

/** Has one of the standard streams be a new one, whose text goes to who has asked. */
function renew(name: 'stdout' | 'stderr'): void {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      answer(name === 'stdout' ? { stdout: `${chunk}` } : { stderr: `${chunk}` });
      done();
    },
  });
  Object.defineProperty(process, name, { value: stream, configurable: true });
}

/** Waits for the end of what a command has begun: what has not ended by then. */
async function leftOver(): Promise<string[]> {
  const end = Date.now() + PATIENCE;
  for (let wait = 0; Date.now() < end; wait = Math.min(wait + 1, 20)) {
    const active = process.getActiveResourcesInfo();
    if (active.length <= own) return [];
    await sleep(wait);
  }
  return process.getActiveResourcesInfo();
}

function answer(message: HostAnswer): void {
  writeLine(answers, message);
}
