import { codeOf } from '@app/contracts/start-error.ts'

const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** The provider gave no answer or a 5xx, so a retry may help. */
export function isUnreachable(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  if (cause instanceof Response) return cause.status >= 500
  return NO_ANSWER.has(codeOf(error) ?? '') || (error instanceof TypeError && codeOf(cause) !== undefined)
}

/** Codes of the protocol (`invalid_grant`), of the system (`ECONNREFUSED`) or of the library. */
export function troubleCodeOf(error: unknown): string {
  const { error: said, cause, name } = (error ?? {}) as Readonly<Record<string, unknown>>
  for (const word of [said, codeOf(cause), codeOf(error), name])
    if (typeof word === 'string' && /^\w{1,60}$/.test(word)) return word
  return 'unknown'
}
