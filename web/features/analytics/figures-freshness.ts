export const LATE_SECONDS = 10

export interface AnsweredFigures {
  /** Lag of the figures behind the log; null if unknown. */
  readonly lagSeconds: number | null
  readonly answeredAtMs: number
  /** A live stream reports every change of the figures. */
  readonly isLive: boolean
}

export const areFiguresLate = (lagSeconds: number | null): boolean =>
  lagSeconds === null || lagSeconds > LATE_SECONDS

/** Figures that were late stay late until the next answer, with or without a stream. */
export function ageSeconds(
  { lagSeconds, answeredAtMs, isLive }: AnsweredFigures,
  nowMs: number,
): number | null {
  if (lagSeconds === null) return null
  if (isLive && !areFiguresLate(lagSeconds)) return lagSeconds
  return lagSeconds + Math.max(nowMs - answeredAtMs, 0) / 1_000
}
