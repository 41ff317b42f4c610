import { wallHourInSantiago } from '@app/contracts/calendar.ts'

/** A day as people read it here: 03-10-2026. */
export const dateText = (day: string): string => day.split('-').toReversed().join('-')

const two = (number: number): string => String(number).padStart(2, '0')

/** 03-10-2026 17:52 */
export function momentText(at: string): string {
  const instant = new Date(at)
  const { day, hour } = wallHourInSantiago(instant.getTime())
  return `${dateText(day)} ${two(hour)}:${two(instant.getUTCMinutes())}`
}
