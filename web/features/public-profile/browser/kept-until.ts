import { RETENTION } from '@app/contracts/privacy/retention.ts'
import type { DeviceStorage } from './device-storage.ts'

/** Reading does not extend it. */
const KEPT_MS_MAX = RETENTION.browserDays * 86_400_000

export function readKept(storage: DeviceStorage, key: string, nowMs: number): string | undefined {
  const kept = storage.read(key) as { value?: unknown; until?: unknown } | null | undefined
  const left = typeof kept?.until === 'number' ? kept.until - nowMs : 0
  if (typeof kept?.value === 'string' && left > 0 && left <= KEPT_MS_MAX) return kept.value
  storage.remove(key)
  return undefined
}

export const keepUntil = (storage: DeviceStorage, key: string, value: string, nowMs: number): boolean =>
  storage.write(key, { value, until: nowMs + KEPT_MS_MAX })
