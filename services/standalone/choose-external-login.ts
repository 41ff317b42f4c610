import { randomBytes } from 'node:crypto'
import { getExternalCallback } from '@app/contracts/api/accounts/external-login-calls.ts'
import { createExternalLogin, type ExternalLogin } from '@app/identity/external-login.ts'
import type { Log } from '@app/observability/log.ts'
import { isLoopback } from '@app/settings/loopback.ts'
import type { Settings } from '@app/settings/settings.ts'
import { createLocalLogin } from './local-login.ts'

export interface ExternalLoginDeps {
  readonly settings: Pick<Settings, 'oidc' | 'production' | 'publicUrl' | 'port'>
  readonly log: Pick<Log, 'warn'>
  readonly onStop: (close: () => Promise<void>) => void
}

/** Without a provider, a stand-in that accepts anybody, but never in production or with a public URL. */
export function externalLoginOf({ settings, log, onStop }: ExternalLoginDeps): ExternalLogin | undefined {
  const { oidc, production, publicUrl, port } = settings
  const options = {
    redirectUri: `${publicUrl}${getExternalCallback.path}`,
    now: () => new Date(),
    onTrouble: (trouble: object): void => log.warn(trouble, 'external login trouble'),
  }
  if (oidc !== undefined) return createExternalLogin({ ...oidc, ...options, allowInsecure: !production })
  if (production || !isLoopback(new URL(publicUrl).hostname)) return undefined
  return createLocalLogin({ ...options, productPort: port, random: randomBytes, onStop })
}
