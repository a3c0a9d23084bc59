/** The variables, without their prefix. `docs/models.md` says what each is for. */
export const MODEL_VARIABLES = [
  ...(['FILE', 'GROUP', 'MAX_COST', 'MAX_MONTH_COST', 'MAX_TOKENS'] as const),
  ...(['TIMEOUT', 'CACHE'] as const),
  ...(['BASE_URL', 'KEY', 'NAME', 'CHEAP', 'NORMAL', 'SMART'] as const),
  ...(['WINDOW', 'MAX_OUTPUT', 'PRICES', 'INTERFACE', 'API_VERSION'] as const),
] as const;
