import { wallClockMs } from '../analytics/report/wall-clock.ts'

/** A day as people read it here: 03-10-2026. */
export const writtenDate = (day: string): string => day.split('-').toReversed().join('-')

/** 03-10-2026 17:52 */
export function writtenMoment(at: string): string {
  const onTheWall = new Date(wallClockMs(Date.parse(at))).toISOString()
  return `${writtenDate(onTheWall.slice(0, 10))} ${onTheWall.slice(11, 16)}`
}
