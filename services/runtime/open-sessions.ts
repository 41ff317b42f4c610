import { createAccessControl } from '@app/api/http/access/access-control.ts'
import { recurring } from '@app/kernel/jobs.ts'
import { createOpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { ProductDeps, WithJobs } from './product-deps.ts'
import { randomBytes } from 'node:crypto'
import { createExternalAttempts, createExternalBrowser } from '@app/api/accounts/external-cookies.ts'
import { createSessionsToFetch } from '@app/vault/logins/sessions-to-fetch.ts'

const REMOVE_EVERY_MS = 600_000

export function openSessionsOf({ backend, secrets, log, jobs }: WithJobs) {
  const { app: db, store, now, newId } = backend
  const openSessions = createOpenSessions(db, now)
  jobs.work(recurring('sweep-sessions', REMOVE_EVERY_MS, openSessions.removeExpired))
  const accessControl = createAccessControl({
    store,
    now,
    newId,
    sessions: openSessions,
    secret: secrets.jwt,
    onTrouble: (error) => log.warn({ err: error }, 'the last use of a session could not be written'),
  })
  return { accessControl, openSessions }
}

export function openExternalLogin({ settings, secrets, backend }: ProductDeps) {
  const { publicUrl } = settings
  const { app: db, now } = backend
  return {
    // A new secret invalidates pending logins as it does sessions.
    externalAttempts: createExternalAttempts({ secret: secrets.jwt, publicUrl, random: randomBytes, now }),
    externalBrowser: createExternalBrowser({ publicUrl, random: randomBytes }),
    sessionsToFetch: createSessionsToFetch({ db, random: randomBytes, now }),
  }
}
