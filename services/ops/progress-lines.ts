import { figure } from './text-table.ts'

const EVERY_MS = 5_000

/** Silent for a short read. */
export function sayProgress(
  say: (line: string) => void,
  now: () => Date,
): (position: bigint, target: bigint) => void {
  const isDue = everyFewSeconds(now)
  return (position, target) => {
    if (isDue()) say(`  …posición ${figure(position)} de ${figure(target)} del registro de eventos`)
  }
}

/** Silent for a short erasure. */
export const sayErasedVisitors = sayErased('visitantes olvidados')
export const sayErasedSubscribers = sayErased('suscripciones olvidadas')

function sayErased(whom: string) {
  return (say: (line: string) => void, now: () => Date): ((count: number) => void) => {
    const isDue = everyFewSeconds(now)
    return (count) => {
      if (isDue()) say(`  …${whom}: ${figure(count)}`)
    }
  }
}

/** Measures from the first call, because an operator may take long to confirm. */
function everyFewSeconds(now: () => Date): () => boolean {
  let saidMs: number | undefined
  return () => {
    const ms = now().getTime()
    saidMs ??= ms
    if (ms - saidMs < EVERY_MS) return false
    saidMs = ms
    return true
  }
}
