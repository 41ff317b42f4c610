import { dayInSantiago, ZONE } from '@app/contracts/calendar.ts'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Spreadsheets know no zones: the instant whose clock in UTC reads as Santiago's does at `atMs`. */
export const wallClockMs = (atMs: number): number =>
  Date.parse(`${dayInSantiago(atMs)}T${clock.format(atMs)}Z`)

/** A civil day as spreadsheets have it: its midnight, whether or not Santiago's clocks show it that day. */
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
