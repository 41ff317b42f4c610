import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SaidOfEvent } from './visitor-request.ts'

const DAY_MS = 86_400_000

/**
 * A phone's clock may be days off. An age is measured by one clock, so it is right by any; an instant ahead is now.
 * @throws Refusal invalid
 */
export function occurredAtOf({ occurredAt, ageMs }: SaidOfEvent, now: Date): string {
  const nowMs = now.getTime()
  const saidMs = ageMs !== undefined ? nowMs - ageMs : Date.parse(occurredAt ?? now.toISOString())
  if (nowMs - saidMs > LIMITS.occurredDaysBackMax * DAY_MS)
    throw new Refusal('invalid', `occurred_at: puede ser de hasta ${LIMITS.occurredDaysBackMax} días atrás.`)
  return new Date(Math.min(saidMs, nowMs)).toISOString()
}
