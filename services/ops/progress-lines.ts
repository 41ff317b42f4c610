import { figure } from './text-table.ts'

const EVERY_MS = 5_000

/** Silent for a short read. Measures from the first call, because an operator may take long to confirm. */
export function sayProgress(
  say: (line: string) => void,
  now: () => Date,
): (position: bigint, target: bigint) => void {
  let saidMs: number | undefined
  return (position, target) => {
    const ms = now().getTime()
    saidMs ??= ms
    if (ms - saidMs < EVERY_MS) return
    saidMs = ms
    say(`  …posición ${figure(position)} de ${figure(target)} del registro de eventos`)
  }
}
