/** An answer that says no, thrown by whatever finds the reason. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly errors: readonly unknown[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    options: {
      readonly errors?: readonly unknown[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** 404, as GitHub says it; also to whoever may not know that the thing exists. */
export function notFound(): Refusal {
  return new Refusal(404, 'Not Found');
}
/** 422 with the errors that GitHub lists for a field. */
export function invalid(resource: string, field: string, message: string): Refusal {
  const code = 'custom';
  return new Refusal(422, 'Validation Failed', { errors: [{ resource, code, field, message }] });
}

/** 422 as the operations say it that list plain sentences. */
export function unprocessable(...errors: readonly string[]): Refusal {
  return new Refusal(422, 'Unprocessable Entity', { errors });
}
