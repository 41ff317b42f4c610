import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of the cores that others may use: the bench itself rests while it looks. */
const BUSY_MAX = 0.15
const LOOK_MS = 1_000
const LOOKS_MAX = 60

/** Waits a minute at most for others to leave the machine alone. */
export async function untilQuiet(say: (line: string) => void): Promise<void> {
  let busy = 1
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    busy = await busyShare()
    if (busy <= BUSY_MAX) return
  }
  say(`others use ${Math.round(busy * 100)} % of the cores: these figures are not to be trusted`)
}

async function busyShare(): Promise<number> {
  const before = timesOfCores()
  await pause(LOOK_MS)
  const after = timesOfCores()
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)
}

function timesOfCores(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times)
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
  return {
    idle: sumOf(times.map(({ idle }) => idle)),
    all: sumOf(times.flatMap((one) => Object.values(one))),
  }
}
