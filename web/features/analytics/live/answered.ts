import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'

type Figures = Pick<UnifiedAnalytics, 'log_position'> | undefined

/** Whether the figures on the screen hold all that a stream knew of when it opened. */
export const isAnswered = (figures: Figures, openedAt: string | undefined): boolean =>
  figures !== undefined && openedAt !== undefined && BigInt(figures.log_position) >= BigInt(openedAt)
