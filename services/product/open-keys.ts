import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { recurring, type Job } from '../kernel/jobs.ts'
import type { Ctx } from '../platform/ctx.ts'
import { randomBytes } from 'node:crypto'
import { createVisitorKeys, type VisitorKeys } from '../kernel/keys/visitor-keys.ts'

const REWRAP_EVERY_MS = 3_600_000
/** At most once a day, because wrapping all keys takes long. */
const AGE_MS_MIN = RETENTION.copiesHours * 3_600_000

/** Wraps keys anew after some were destroyed, and completes what was interrupted. */
export function openRewrap({ backend: { rewrap }, log, jobs }: Ctx): void {
  const work = async ({ assertHeld }: Job): Promise<void> => {
    const done = await rewrap.ifDue(AGE_MS_MIN, assertHeld)
    if (done !== undefined && done.rewrapped > 0) log.info(done, 'keys were wrapped anew')
  }
  jobs.work(recurring('rewrap', REWRAP_EVERY_MS, work))
}

const FORGET_EVERY_MS = 3_600_000

/** Makes one key a day, and destroys old salts every hour. */
export function openVisitorKeys({ backend, secrets, jobs }: Ctx): VisitorKeys {
  const { app: db, now, monotonicMs } = backend
  const keys = createVisitorKeys({ db, secret: secrets.visitor, random: randomBytes, now, monotonicMs })
  jobs.work(recurring('forget-visitor-salts', FORGET_EVERY_MS, keys.forgetOld))
  return keys
}
