import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** How many answers there were of each status; 0 is no answer. */
export type Statuses = Readonly<Record<number, number>>

export interface Flood {
  /** So many at a time. */
  readonly attackers: number
  /** Each waits so long between its calls. */
  readonly everyMs: number
  readonly signal: AbortSignal
}

/** Makes calls until it is told to end, and counts how they were answered; waits for the last ones. */
export async function flood(
  { attackers, everyMs, signal }: Flood,
  call: (attacker: number, nth: number) => Promise<number>,
): Promise<Statuses> {
  // Every attacker listens to it.
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

/** The status of an answer that was read to its end. */
export async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  await response.arrayBuffer()
  return response.status
}
