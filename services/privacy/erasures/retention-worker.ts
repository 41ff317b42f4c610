import type { Actor } from '@app/contracts/event-store.ts'
import type { RetentionPeriods } from '@app/contracts/privacy/retention.ts'
import { recurring, type Job, type Worker } from '../../kernel/jobs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { withFreeAdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import { believedTime, eraseExpired, RETENTION_LOCK, type ExpiredKind } from './retention.ts'

/** At most so long after its day begins, what is due is erased. */
const POLL_MS = 3_600_000
const ACTOR: Actor = { kind: 'system', id: 'retention' }

interface Used extends Pick<Ctx, 'erasing' | 'log' | 'securityLog'> {
  readonly periods: RetentionPeriods
}

/** Erases whatever's period is over each hour, in one process at a time. */
export const retentionWorker = (ctx: Used): Worker => ({
  ...recurring('retention', POLL_MS, (job, signal) => passAlone(ctx, job, signal)),
  firstInMs: 0,
})

async function passAlone(
  { erasing, periods, securityLog, log }: Used,
  { assertHeld }: Pick<Job, 'assertHeld'>,
  signal: AbortSignal,
): Promise<void> {
  await withFreeAdvisoryLock(erasing.db, RETENTION_LOCK, async (lock) => {
    const { at, isBehindClock } = await believedTime(erasing.db, { now: erasing.now(), mayStep: true })
    if (isBehindClock)
      log.warn(
        { believed: at.toISOString() },
        'the clock leapt or the product stood still: retention follows by a day an hour',
      )
    const erased = new Map<ExpiredKind, number>()
    try {
      await eraseExpired(erasing, {
        periods,
        asOf: at,
        actor: ACTOR,
        signal,
        assertAlone: async () => {
          await assertHeld()
          await lock.assertHeld()
        },
        onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
      })
    } finally {
      for (const [kind, count] of erased)
        securityLog({ event: 'retention-erased', by: 'settings', reason: kind, count })
    }
  })
}
