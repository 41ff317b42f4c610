import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { busyTicks, ticksOfTree, TICKS_A_SECOND } from './processor-time.ts'

/** Share of the cores that others may use. */
const OTHERS_SHARE_MAX = 0.15
const LOOK_MS = 1_000
const WAIT_MS_MAX = 10_000

export interface RoundLoad {
  /** Load average of a minute; includes the bench. */
  readonly average: number
  /** Cores that other processes used; undefined where the system does not report it. */
  readonly othersCores: number | undefined
}

interface Reading {
  readonly atMs: number
  readonly busyTicks: number
  readonly ownTicks: number
}

export function othersCoresBetween(before: Reading, after: Reading): number {
  const ticks = after.busyTicks - before.busyTicks - (after.ownTicks - before.ownTicks)
  const seconds = (after.atMs - before.atMs) / 1_000
  return Math.max(0, ticks / TICKS_A_SECOND / seconds)
}

function read(): Reading | undefined {
  if (process.platform !== 'linux') return undefined
  return { atMs: performance.now(), busyTicks: busyTicks(), ownTicks: ticksOfTree(process.pid) }
}

export function watchLoad(): () => RoundLoad {
  const before = read()
  return () => {
    const after = read()
    const known = before !== undefined && after !== undefined
    return { average: loadavg()[0] ?? 0, othersCores: known ? othersCoresBetween(before, after) : undefined }
  }
}

/** Prefers `othersCores`, because the bench alone drives the load average above the number of cores. */
export function isTooLoaded({ average, othersCores }: RoundLoad, cores: number = cpus().length): boolean {
  return othersCores === undefined ? average > cores : othersCores > cores * OTHERS_SHARE_MAX
}

export async function untilQuiet(): Promise<void> {
  for (let waited = 0; waited < WAIT_MS_MAX; waited += LOOK_MS) {
    const loadSince = watchLoad()
    await pause(LOOK_MS)
    const load = loadSince()
    // The load average still contains the last round.
    if (load.othersCores === undefined || !isTooLoaded(load)) return
  }
}
