import { addDays, dayInSantiago, daysBetween, mondayOf, weekdayOf } from '../calendar.ts'
import { type REQUEST_KINDS, RIGHTS_PERIODS } from './requests.ts'

/** The last day on which an answer is in time: an ISO date in Santiago. A block is never prolonged. */
export function dueDayOf(
  { kind, receivedAt }: { readonly kind: (typeof REQUEST_KINDS)[number]; readonly receivedAt: string },
  isProlonged: boolean,
): string {
  const day = dayInSantiago(Date.parse(receivedAt))
  if (kind === 'blocking') return addWorkingDays(day, RIGHTS_PERIODS.blockWorkingDays)
  return addDays(day, RIGHTS_PERIODS.answerDays + (isProlonged ? RIGHTS_PERIODS.prolongationDays : 0))
}

/** 0 on the due day itself, negative from the first second of the next one. */
export const daysLeft = (dueDay: string, nowMs: number): number => daysBetween(dayInSantiago(nowMs), dueDay)

const [MONDAY, TUESDAY, WEDNESDAY, FRIDAY, SATURDAY] = [0, 1, 2, 4, 5]
/** Laws 2.977, 18.026, 19.793, 20.148, 3.810, 2.200, 19.973. */
const FIXED = ['01-01', '05-01', '05-21', '07-16', '08-15', '09-18', '09-19', '11-01', '12-08', '12-25']
/** Law 19.668: San Pedro y San Pablo, Encuentro de Dos Mundos. */
const MOVED = ['06-29', '10-12']

/** Chile's holidays of a year, without those of a single decree or election. */
function holidaysOf(year: string): ReadonlySet<string> {
  const day = (date: string): string => `${year}-${date}`
  const is = (date: string, weekday: number): boolean => weekdayOf(day(date)) === weekday
  const easter = easterOf(Number(year))
  return new Set([
    ...FIXED.map(day),
    ...MOVED.map((date) => movedToMonday(day(date))),
    addDays(easter, -2),
    addDays(easter, -1),
    // Law 21.357: the winter solstice.
    day(Number(year) % 4 < 2 ? '06-20' : '06-21'),
    reformationDay(day('10-31')),
    // Laws 20.983 and 20.215.
    ...(is('01-02', MONDAY) ? [day('01-02')] : []),
    ...(is('09-17', MONDAY) || is('09-17', FRIDAY) ? [day('09-17')] : []),
    ...(is('09-20', FRIDAY) ? [day('09-20')] : []),
  ])
}

/** From Tuesday to Thursday it is the Monday before, on Friday the Monday after. */
function movedToMonday(day: string): string {
  const weekday = weekdayOf(day)
  if (weekday === MONDAY || weekday >= SATURDAY) return day
  return addDays(mondayOf(day), weekday === FRIDAY ? 7 : 0)
}

/** Law 20.299. */
function reformationDay(day: string): string {
  if (weekdayOf(day) === TUESDAY) return addDays(day, -4)
  return weekdayOf(day) === WEDNESDAY ? addDays(day, 2) : day
}

/** Gregorian, after Meeus. */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const date = (h + l - 7 * m + 33 * month + 19) % 32
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

const isWorkingDay = (day: string): boolean =>
  weekdayOf(day) < SATURDAY && !holidaysOf(day.slice(0, 4)).has(day)

/** The working day that is so many after a day, which may be none itself. */
function addWorkingDays(day: string, count: number): string {
  let last = day
  for (let left = count; left > 0;) {
    last = addDays(last, 1)
    if (isWorkingDay(last)) left -= 1
  }
  return last
}
