import { randomBytes } from 'node:crypto'
import { createExternalAttempts, type ExternalAttempts } from '@app/api/accounts/external-attempts.ts'
import { createExternalBrowser, type ExternalBrowser } from '@app/api/accounts/external-browser.ts'
import { createSessionsToFetch, type SessionsToFetch } from '@app/vault/logins/sessions-to-fetch.ts'
import type { ProductDeps } from './product-deps.ts'

export function openExternalLogin({ settings, secrets, backend }: ProductDeps): {
  readonly externalAttempts: ExternalAttempts
  readonly externalBrowser: ExternalBrowser
  readonly sessionsToFetch: SessionsToFetch
} {
  const { publicUrl } = settings
  const { app: db, now } = backend
  return {
    // A new secret invalidates pending logins as it does sessions.
    externalAttempts: createExternalAttempts({ secret: secrets.jwt, publicUrl, random: randomBytes, now }),
    externalBrowser: createExternalBrowser({ publicUrl, random: randomBytes }),
    sessionsToFetch: createSessionsToFetch({ db, random: randomBytes, now }),
  }
}
