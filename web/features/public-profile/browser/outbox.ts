import type { DeviceStorage } from './device-storage.ts'
import { isId } from './random-uuid.ts'

export interface Click {
  readonly profileId: string
  readonly pressedAtMs: number
  readonly body: { readonly event_id: string } & Readonly<Record<string, string>>
}

const KEY = 'clicks'
const CLICKS_MAX = 50
const AGE_MS_MAX = 7 * 86_400_000

function isClick(found: unknown, nowMs: number): found is Click {
  const { profileId, pressedAtMs, body } = (found ?? {}) as Partial<Click>
  if (!isId(profileId) || !isId(body?.event_id) || typeof pressedAtMs !== 'number') return false
  // A clock that was set back since may show the click in the future.
  return nowMs - pressedAtMs < AGE_MS_MAX
}

/** Omits clicks older than seven days, which the server rejects. */
export function waitingClicks(storage: DeviceStorage, nowMs: number): readonly Click[] {
  const found = storage.read(KEY)
  return Array.isArray(found) ? found.filter((click): click is Click => isClick(click, nowMs)) : []
}

export function noteClick(storage: DeviceStorage, click: Click, nowMs: number): void {
  storage.write(KEY, [...waitingClicks(storage, nowMs), click].slice(-CLICKS_MAX))
}

export function crossOut(storage: DeviceStorage, eventId: string, nowMs: number): void {
  const rest = waitingClicks(storage, nowMs).filter(({ body }) => body.event_id !== eventId)
  if (rest.length === 0) storage.remove(KEY)
  else storage.write(KEY, rest)
}
