/** Why the program cannot start: one clear Spanish line for whoever runs it, saying what to do. Shown without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** The system's code of an error (`ENOENT`, `EACCES`, a Postgres SQLSTATE), when it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
