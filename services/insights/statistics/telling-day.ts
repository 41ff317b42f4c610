import type { TailPart } from './binomial-tail.ts'

/** Removes the day that contributes most to a rate above (or below) `rate`, so that no single day decides. */
export function withoutTellingDay(
  days: readonly TailPart[],
  rate: number,
  side: 'above' | 'below',
): readonly TailPart[] {
  const weightOf = ({ count, of }: TailPart): number => (count - of * rate) * (side === 'above' ? 1 : -1)
  const most = days.reduce((found, day, index) => (weightOf(day) > weightOf(days[found]!) ? index : found), 0)
  return days.toSpliced(most, 1)
}
