import { figure } from './text-table.ts'

const EVERY_MS = 5_000

/** Says nothing of a short reading. */
export function sayProgress(
  say: (line: string) => void,
  now: () => Date,
): (position: bigint, target: bigint) => void {
  let saidMs = now().getTime()
  return (position, target) => {
    const ms = now().getTime()
    if (ms - saidMs < EVERY_MS) return
    saidMs = ms
    say(`  …posición ${figure(position)} de ${figure(target)} del registro de eventos`)
  }
}
