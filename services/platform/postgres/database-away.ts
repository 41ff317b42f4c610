/** The server is unreachable, starting, stopping, out of resources, or its disk fails. */
const AWAY_CODE = /^(?:08|53|57P0|57014|58030|ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN)/
/** pg reports these without a code. */
const AWAY_MESSAGE = /timeout|connection terminated|not queryable|connection error/i

/** pg has given up on a statement that still runs, so other statements on its connection would wait for it. */
export const isUnanswered = (error: unknown): boolean =>
  (error as Partial<Error> | undefined)?.message === 'Query read timeout'

export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string') return AWAY_CODE.test(code)
  return typeof message === 'string' && AWAY_MESSAGE.test(message)
}
