import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { busyTicks, ticksOfTree, TICKS_A_SECOND } from './processor-time.ts'

/** Others may use this share of the cores. */
const OTHERS_SHARE_MAX = 0.15
const LOOK_MS = 1_000
const WAIT_MS_MAX = 10_000

/** What else a machine did during a round. */
export interface RoundLoad {
  /** Of the last minute, at the round's end; the bench itself is in it. */
  readonly average: number
  /** Cores that processes which are not ours used on average; undefined where the system does not say. */
  readonly othersCores: number | undefined
}

interface Reading {
  readonly atMs: number
  readonly busyTicks: number
  readonly ownTicks: number
}

/** Cores that others used between two readings. */
export function othersCoresBetween(before: Reading, after: Reading): number {
  const ticks = after.busyTicks - before.busyTicks - (after.ownTicks - before.ownTicks)
  const seconds = (after.atMs - before.atMs) / 1_000
  return Math.max(0, ticks / TICKS_A_SECOND / seconds)
}

function read(): Reading | undefined {
  if (process.platform !== 'linux') return undefined
  return { atMs: performance.now(), busyTicks: busyTicks(), ownTicks: ticksOfTree(process.pid) }
}

/** Watches the machine until its answer is called. */
export function watchLoad(): () => RoundLoad {
  const before = read()
  return () => {
    const after = read()
    const known = before !== undefined && after !== undefined
    return { average: loadavg()[0] ?? 0, othersCores: known ? othersCoresBetween(before, after) : undefined }
  }
}

/**
 * Whether others disturbed a round. The bench alone drives the load average above the number of cores, so what others
 * used is what counts; where the system does not say that, the load average has to do.
 */
export function isTooLoaded({ average, othersCores }: RoundLoad, cores: number = cpus().length): boolean {
  return othersCores === undefined ? average > cores : othersCores > cores * OTHERS_SHARE_MAX
}

/** Waits until others leave the machine alone, and not longer than ten seconds. */
export async function untilQuiet(): Promise<void> {
  for (let waited = 0; waited < WAIT_MS_MAX; waited += LOOK_MS) {
    const loadSince = watchLoad()
    await pause(LOOK_MS)
    const load = loadSince()
    // The load average of a minute would still tell of the round before.
    if (load.othersCores === undefined || !isTooLoaded(load)) return
  }
}
