import { type DestinationStream, type Logger, pino } from 'pino';
import type { AppObserver } from './app-observer.ts';

/** Members that payloads, tokens and signatures are in. */
const HIDDEN = ['payload', 'headers', 'body', 'token', 'authorization', 'secret', 'privateKey'];

export interface AppLogOptions {
  /** As pino names levels. */
  readonly level: string;
  /** Takes secrets out of texts. */
  readonly redact: (text: string) => string;
  readonly destination?: DestinationStream;
}

/**
 * The log of the App: one JSON object a line, on standard output. No line holds a payload, a token, or
 * text that people wrote.
 */
export function openAppLog({ level, redact, destination }: AppLogOptions): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
      // Errors of Probot carry the whole event.
      serializers: {
        err: (error: unknown) => redact(textOf(error)),
        event: (event: unknown) => (typeof event === 'string' ? event : '[hidden]'),
        req: () => '[hidden]',
      },
      hooks: {
        streamWrite: redact,
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** Who is refused, as strangers are by the thousand, is none of our defects: where that was thrown says nothing. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return `${error}`;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return causes.every(isRefusal) ? `${error.name}: ${error.message}` : `${error.stack}`;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** Writes down what happens in the App. */
export function logObserver(log: Logger): AppObserver {
  return {
    delivery({ id, event, outcome, milliseconds, problem }) {
      const line = { id, event, outcome, ms: Math.round(milliseconds) };
      if (problem === undefined) log.info(line, 'delivery');
      else log.error({ ...line, problem }, 'delivery');
    },
    job(event) {
      if (event.kind === 'problem') {
        log.warn({ problem: event.problem }, 'the database is waited for');
        return;
      }
      const { lane, key, attempt } = event;
      if (event.kind === 'started') {
        log.info({ lane, key, attempt }, 'job started');
        return;
      }
      const { outcome, milliseconds, problem } = event;
      const line = { lane, key, attempt, outcome, ms: Math.round(milliseconds) };
      if (problem === undefined) log.info(line, 'job ended');
      else log[outcome === 'failed' ? 'error' : 'warn']({ ...line, problem }, 'job ended');
    },
    sweep({ failed, asked, problems }) {
      log.info({ failed, asked }, 'sweep');
      for (const problem of problems) log.warn({ problem }, 'a delivery could not be asked for');
    },
    call({ conversation: { role }, model, source, usage, cost, milliseconds, failureKind }) {
      const line = {
        ...{ role, model, source, tokens_in: usage.input, tokens_out: usage.output },
        ...{ cost: cost ?? null, ms: Math.round(milliseconds) },
      };
      if (failureKind === undefined) log.debug(line, 'model call');
      else log.warn({ ...line, failure: failureKind }, 'model call');
    },
    tool: ({ tool = null, ok, milliseconds }) =>
      log.debug({ tool, ok, ms: Math.round(milliseconds) }, 'tool call'),
    reviewed({ verdict, findings }, milliseconds) {
      const ms = Math.round(milliseconds);
      log.info({ verdict, findings: Object.fromEntries(findings), ms }, 'reviewed');
    },
    decided: (rule, decision) => log.info({ rule, decision }, 'decided'),
    unpublished({ repository, pull = null, head }, { verdict, title, findings }) {
      const said = findings.map(({ path, start_line: line, severity, title: what }) => ({
        ...{ severity, place: `${path}:${line}`, what },
      }));
      log.info({ repository, pull, head, verdict, title, findings: said }, 'would say on GitHub');
    },
    problem: (what, problem) => log.warn({ problem }, what),
  };
}
