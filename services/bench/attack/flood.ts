import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** Answers by status; 0 means that there was no answer. */
export type Statuses = Readonly<Record<number, number>>

export interface Flood {
  readonly attackers: number
  /** Pause of each attacker between two calls. */
  readonly everyMs: number
  readonly signal: AbortSignal
}

export async function flood(
  { attackers, everyMs, signal }: Flood,
  call: (attacker: number, nth: number) => Promise<number>,
): Promise<Statuses> {
  // Every attacker adds a listener.
  setMaxListeners(0, signal)
  const statuses: Record<number, number> = {}
  const attack = async (attacker: number): Promise<void> => {
    for (let nth = 0; !signal.aborted; nth += 1) {
      const status = await call(attacker, nth).catch(() => 0)
      statuses[status] = (statuses[status] ?? 0) + 1
      await pause(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: attackers }, (_none, attacker) => attack(attacker)))
  return statuses
}

export async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  await response.arrayBuffer()
  return response.status
}
