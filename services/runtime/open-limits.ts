import { randomBytes } from 'node:crypto'
import { createIdempotencyStore } from '@app/api/http/idempotency/answer-once.ts'
import { createCallLimits } from '@app/api/http/limits/call-limits.ts'
import { createUsualAddresses } from '@app/api/http/limits/usual-addresses.ts'
import { recurring } from '@app/kernel/jobs.ts'
import { withChanges } from '@app/settings/rate-limits-setting.ts'
import { createStoredAnswerSeals } from '@app/vault/seals/stored-answer-seals.ts'
import { createStoredAnswers } from '@app/vault/seals/stored-answers.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import type { WithJobs } from './product-deps.ts'

const FORGET_EVERY_MS = 600_000

export function openLimits({ settings, backend, log, jobs }: WithJobs, keyOfToday: () => Promise<Buffer>) {
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
  jobs.work(
    recurring('sweep-limits', FORGET_EVERY_MS, () =>
      Promise.all([counters.forgetOld(), idempotencyStore.forgetOld()]),
    ),
  )
  const limits = createCallLimits(withChanges(settings.rateLimits), {
    counters,
    keyOfToday,
    usualAddresses,
    now,
    monotonicMs,
  })
  return { limits, idempotencyStore, usualAddresses, counters }
}
