import { type Context, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { MeteredCall } from '../model/cost/ledger.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Something that is told of when it has ended. */
interface EndedSpan {
  readonly name: string;
  readonly milliseconds: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

/** Makes a span that ends now. */
export function recordEndedSpan(
  tracer: Tracer,
  parent: Context,
  { name, milliseconds, attributes, failed }: EndedSpan,
): void {
  const end = Date.now();
  const span = tracer.startSpan(name, { attributes, startTime: end - milliseconds }, parent);
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}

/** What a span says of a call of a model, by the names that OpenTelemetry has for it where it has any. */
export function callAttributes({
  model,
  usage,
  source,
  cost,
  failureKind,
}: MeteredCall): Attributes {
  return {
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': usage.input,
    'gen_ai.usage.output_tokens': usage.output,
    'rustward.source': source,
    ...(cost === undefined ? {} : { 'rustward.cost': cost }),
    ...(failureKind === undefined ? {} : { 'error.type': failureKind }),
  };
}
