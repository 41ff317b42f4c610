export const LATE_SECONDS = 10

export interface AnsweredFigures {
  /** How far the figures lagged behind the log; null when it could not be told. */
  readonly lagSeconds: number | null
  readonly answeredAtMs: number
  /** Whatever had moved since the answer, the stream would have said. */
  readonly told: boolean
}

export const areFiguresLate = (lagSeconds: number | null): boolean =>
  lagSeconds === null || lagSeconds > LATE_SECONDS

/** How old the figures are now. Figures that lagged go on lagging until an answer says otherwise, stream or not. */
export function ageSeconds(
  { lagSeconds, answeredAtMs, told }: AnsweredFigures,
  nowMs: number,
): number | null {
  if (lagSeconds === null) return null
  if (told && !areFiguresLate(lagSeconds)) return lagSeconds
  return lagSeconds + Math.max(nowMs - answeredAtMs, 0) / 1_000
}
