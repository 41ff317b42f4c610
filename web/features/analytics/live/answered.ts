import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'

type Figures = Pick<UnifiedAnalytics, 'log_position'> | undefined

/** Whether the figures on the screen contain everything up to the stream's opening. */
export const isAnswered = (figures: Figures, openedAt: string | undefined): boolean =>
  figures !== undefined && openedAt !== undefined && BigInt(figures.log_position) >= BigInt(openedAt)
