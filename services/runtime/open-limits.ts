import { randomBytes } from 'node:crypto'
import { createIdempotencyStore } from '@app/api/http/idempotency/answer-once.ts'
import { createCallLimits } from '@app/api/http/limits/call-limits.ts'
import { createUsualAddresses } from '@app/api/http/limits/usual-addresses.ts'
import { withChanges } from '@app/settings/rate-limits-setting.ts'
import { createStoredAnswerSeals } from '@app/vault/seals/stored-answer-seals.ts'
import { createStoredAnswers } from '@app/vault/seals/stored-answers.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import type { ProductDeps } from './product-deps.ts'

const FORGET_EVERY_MS = 600_000

/** Removes expired counters and stored answers regularly. */
export function openLimits(
  { settings, backend, log, onStop }: ProductDeps,
  keyOfToday: () => Promise<Buffer>,
) {
  const { app, keys, evenBlocked, idKeys, now, monotonicMs, newId } = backend
  const counters = createRateCounters(app, now)
  const usualAddresses = createUsualAddresses({ counters, keys: evenBlocked.keys })
  const idempotencyStore = createIdempotencyStore({
    rows: createStoredAnswers(app),
    seals: createStoredAnswerSeals({ idKeys, keys, random: randomBytes }),
    now,
    newId,
    onTrouble: (error) => log.warn({ err: error }, 'an answer could not be stored'),
  })
  const timer = setInterval(() => {
    Promise.all([counters.forgetOld(), idempotencyStore.forgetOld()]).catch((error: unknown) =>
      log.warn({ err: error }, 'old counters and answers could not be removed'),
    )
  }, FORGET_EVERY_MS)
  onStop(async () => clearInterval(timer))
  const limits = createCallLimits(withChanges(settings.rateLimits), {
    counters,
    keyOfToday,
    usualAddresses,
    now,
    monotonicMs,
  })
  return { limits, idempotencyStore, usualAddresses, counters }
}
