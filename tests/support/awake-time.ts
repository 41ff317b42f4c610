const TICK_MS = 5

let awakeMs = 0
let lastMs: number | undefined

function tick(): number {
  const nowMs = performance.now()
  awakeMs += Math.min(nowMs - (lastMs ?? nowMs), 2 * TICK_MS)
  lastMs = nowMs
  return awakeMs
}

/**
 * A clock for upper limits: it stands still while a busy machine gives this process nothing to run on, and whatever else
 * runs has as little then. It is never ahead of the real time, which lower limits are for.
 * @returns how long it is since, in ms
 */
export function startAwakeTime(): () => number {
  if (lastMs === undefined) setInterval(tick, TICK_MS).unref()
  const startMs = tick()
  return () => tick() - startMs
}

export async function awakeMsOf(work: Promise<unknown>): Promise<number> {
  const sinceMs = startAwakeTime()
  await work
  return sinceMs()
}
