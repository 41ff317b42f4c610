import type { Actor } from '@app/contracts/event-store.ts'
import { recurring, type Job } from '../../kernel/jobs.ts'
import { withFreeAdvisoryLock } from '../../platform/postgres/advisory-lock.ts'
import { eraseExpired, RETENTION_LOCK, type ExpiredKind } from '../../privacy/erasures/retention.ts'
import { believedTime } from '../../privacy/erasures/retention-clock.ts'
import { erasingDepsOf } from '../backend/erasing-deps.ts'
import type { Ctx } from '../../platform/ctx.ts'

/** At most so long after its day begins, what is due is erased. */
const POLL_MS = 3_600_000
const ACTOR: Actor = { kind: 'system', id: 'retention' }

type Used = Pick<Ctx, 'backend' | 'besideDatabase' | 'log' | 'securityLog' | 'jobs'> & {
  readonly settings: Pick<Ctx['settings'], 'retention'>
}

/** Erases whatever's period is over each hour, in one process at a time. */
export function openRetention(ctx: Used): void {
  ctx.jobs.work({
    ...recurring('retention', POLL_MS, ({ assertHeld }, signal) => passAlone(ctx, { assertHeld, signal })),
    firstInMs: 0,
  })
}

async function passAlone(
  { backend, besideDatabase, settings, securityLog, log }: Used,
  { assertHeld, signal }: Pick<Job, 'assertHeld'> & { readonly signal: AbortSignal },
): Promise<void> {
  const { app, now, monotonicMs } = backend
  await withFreeAdvisoryLock(app, RETENTION_LOCK, async (lock) => {
    const { at, isBehindClock } = await believedTime(app, { now: now(), mayStep: true })
    if (isBehindClock)
      log.warn(
        { believed: at.toISOString() },
        'the clock leapt or the product stood still: retention follows by a day an hour',
      )
    const erased = new Map<ExpiredKind, number>()
    try {
      await eraseExpired(
        {
          ...erasingDepsOf(backend, besideDatabase),
          ...besideDatabase,
          monotonicMs,
          assertAlone: async () => {
            await assertHeld()
            await lock.assertHeld()
          },
        },
        {
          periods: settings.retention,
          asOf: at,
          actor: ACTOR,
          signal,
          onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
        },
      )
    } finally {
      for (const [kind, count] of erased)
        securityLog({ event: 'retention-erased', by: 'settings', reason: kind, count })
    }
  })
}
