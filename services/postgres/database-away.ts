/** Unreachable, starting, stopping, out of resources, or with a failing disk. */
const AWAY_CODE = /^(?:08|53|57P0|57014|58030|ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI_AGAIN)/
/** pg reports these without a code. */
const AWAY_MESSAGE = /timeout|connection terminated|not queryable|connection error/i

/** pg has given up on a statement that is still under way: whatever is asked by its connection waits behind it. */
export const isUnanswered = (error: unknown): boolean =>
  (error as Partial<Error> | undefined)?.message === 'Query read timeout'

export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string') return AWAY_CODE.test(code)
  return typeof message === 'string' && AWAY_MESSAGE.test(message)
}
