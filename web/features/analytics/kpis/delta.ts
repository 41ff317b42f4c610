import { countLabel, percentLabel, pointsText } from '../figures.ts'

/** A figure beside that of the period before. Nothing became something, or it moved. */
export type Delta =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'moved'
      readonly direction: 'up' | 'down' | 'level'
      readonly amount: string
      /** The amount as it is said aloud. */
      readonly spoken: string
    }

/** From here on decimals say nothing. */
const ROUND_PERCENT_MIN = 1_000

const tenths = (amount: number): number => Math.round(Math.abs(amount) * 10) / 10

function moved(change: number, amount: string, spoken = amount): Delta {
  // What rounds to nothing has no direction either.
  const direction = tenths(change) === 0 ? 'level' : change > 0 ? 'up' : 'down'
  return { kind: 'moved', direction, amount, spoken }
}

/** How a count changed, in percent; nothing to say of zero after zero. */
export function countDelta(now: number, before: number): Delta | undefined {
  if (before === 0) return now === 0 ? undefined : { kind: 'new' }
  const percent = ((now - before) / before) * 100
  const size = tenths(percent)
  return moved(percent, size >= ROUND_PERCENT_MIN ? `${countLabel(size)}%` : percentLabel(size))
}

/** How a rate changed: percent of percent would mislead, so in percentage points. */
export function rateDelta(now: number, before: number): Delta | undefined {
  if (before === 0) return now === 0 ? undefined : { kind: 'new' }
  const size = tenths(now - before)
  return moved(now - before, pointsText(size), `${pointsText(size).replace('pp', '')}puntos porcentuales`)
}

/** For who hears it: `subió 18,4% respecto de los 30 días anteriores`. */
export function deltaSentence(delta: Delta, days: number): string {
  const before = `los ${countLabel(days)} días anteriores`
  if (delta.kind === 'new') return `nuevo: no hubo en ${before}`
  switch (delta.direction) {
    case 'up':
      return `subió ${delta.spoken} respecto de ${before}`
    case 'down':
      return `bajó ${delta.spoken} respecto de ${before}`
    case 'level':
      return `igual que en ${before}`
  }
}
