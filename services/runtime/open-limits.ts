import { createKeyedIds } from '@app/api/http/idempotency-key.ts'
import { createCallLimits } from '@app/api/http/limits/call-limits.ts'
import { createUsualAddresses } from '@app/api/http/limits/usual-addresses.ts'
import { withChanges } from '@app/settings/rate-limits-setting.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import type { ProductDeps } from './product-deps.ts'

const FORGET_EVERY_MS = 600_000

/** Removes expired counters regularly. */
export function openLimits(
  { settings, backend, log, onStop }: ProductDeps,
  keyOfToday: () => Promise<Buffer>,
) {
  const { app, evenBlocked, idKeys, now, monotonicMs, newId } = backend
  const counters = createRateCounters(app, now)
  const usualAddresses = createUsualAddresses({ counters, keys: evenBlocked.keys })
  const timer = setInterval(() => {
    counters
      .forgetOld()
      .catch((error: unknown) => log.warn({ err: error }, 'old counters could not be removed'))
  }, FORGET_EVERY_MS)
  onStop(async () => clearInterval(timer))
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
