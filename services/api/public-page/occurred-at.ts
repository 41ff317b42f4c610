import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const DAY_MS = 86_400_000

/** @throws Refusal invalid; a phone's clock that is only a little ahead gets the present time instead */
export function occurredAtOf(said: string | undefined, now: Date): string {
  if (said === undefined) return now.toISOString()
  const at = Date.parse(said)
  const ahead = at - now.getTime()
  if (ahead > LIMITS.clockAheadMsMax)
    throw new Refusal('invalid', 'occurred_at: no puede estar en el futuro.')
  if (ahead < -LIMITS.occurredDaysBackMax * DAY_MS) {
    throw new Refusal('invalid', `occurred_at: puede ser de hasta ${LIMITS.occurredDaysBackMax} días atrás.`)
  }
  return new Date(Math.min(at, now.getTime())).toISOString()
}
