const UNDEFINED_TABLE = '42P01'

/**
 * A view that a newer version of a projection adds is there once its build is active: after an update, until then, the
 * former build answers all else.
 */
export function isReadModelMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return code === UNDEFINED_TABLE && typeof message === 'string' && message.startsWith('relation "read.')
}
