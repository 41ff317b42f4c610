import { codeOf } from '@app/contracts/start-error.ts'

const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** No answer, or one of a server that is broken: to try again may help. */
export function isUnreachable(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  if (cause instanceof Response) return cause.status >= 500
  // How `fetch` says that there was no connection.
  return NO_ANSWER.has(codeOf(error) ?? '') || (error instanceof TypeError && codeOf(cause) !== undefined)
}

/** For the log: words of the protocol (`invalid_grant`), of the system (`ECONNREFUSED`) or of the library. */
export function troubleCodeOf(error: unknown): string {
  const { error: said, cause, name } = (error ?? {}) as Readonly<Record<string, unknown>>
  for (const word of [said, codeOf(cause), codeOf(error), name])
    if (typeof word === 'string' && /^\w{1,60}$/.test(word)) return word
  return 'unknown'
}
