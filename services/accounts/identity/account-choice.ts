interface Metadata {
  readonly issuer: string
  readonly prompt_values_supported?: unknown
}

const SELECT_ACCOUNT = 'select_account'
/** They support it without saying so. */
const KNOWN_HOSTS: ReadonlySet<string> = new Set(['accounts.google.com', 'login.microsoftonline.com'])

/**
 * Without it a provider goes on with its one open session, and never offers another account. Others may refuse a
 * prompt that they do not know.
 */
export function accountChoiceOf({ issuer, prompt_values_supported: supported }: Metadata): {
  readonly prompt?: string
} {
  const offers = Array.isArray(supported)
    ? supported.includes(SELECT_ACCOUNT)
    : KNOWN_HOSTS.has(new URL(issuer).hostname)
  return offers ? { prompt: SELECT_ACCOUNT } : {}
}
