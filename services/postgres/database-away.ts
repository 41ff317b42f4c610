/** States and codes of a database that cannot be reached, is starting or stopping, has no room, or a disk that fails. */
const AWAY_CODE = /^(?:08|53|57P0|57014|58030|ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND)/
/** What pg says without a code when a connection breaks, or nothing answers in time. */
const AWAY_MESSAGE = /timeout|connection terminated|not queryable|connection error/i

/** Whether a failed query says that the database is out of reach now: it may be asked again later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string') return AWAY_CODE.test(code)
  return typeof message === 'string' && AWAY_MESSAGE.test(message)
}
