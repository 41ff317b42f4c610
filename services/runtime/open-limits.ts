import { createKeyedIds } from '@app/api/http/idempotency-key.ts'
import { createCallLimits } from '@app/api/http/limits/call-limits.ts'
import { createUsualAddresses } from '@app/api/http/limits/usual-addresses.ts'
import { recurring } from '@app/kernel/jobs.ts'
import { withChanges } from '@app/settings/rate-limits-setting.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import type { WithJobs } from './product-deps.ts'

const FORGET_EVERY_MS = 600_000

export function openLimits({ settings, backend, jobs }: WithJobs, keyOfToday: () => Promise<Buffer>) {
  const { app, keys, idKeys, now, monotonicMs, newId } = backend
  const counters = createRateCounters(app, now)
  const usualAddresses = createUsualAddresses(counters, keys)
  jobs.work(recurring('sweep-limits', FORGET_EVERY_MS, () => counters.forgetOld()))
  const limits = createCallLimits(withChanges(settings.rateLimits), {
    counters,
    keyOfToday,
    usualAddresses,
    now,
    monotonicMs,
  })
  const keyedIds = createKeyedIds(idKeys.of('ids-of-calls'), newId)
  return { limits, keyedIds, usualAddresses, counters }
}
