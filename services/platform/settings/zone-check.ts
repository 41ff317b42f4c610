import { wallHourInSantiago, ZONE } from '@app/contracts/calendar.ts'
import { StartError } from '@app/contracts/start-error.ts'

/** Local times in Santiago around changes of the clock. A decree may still change later ones. */
const VECTORS: readonly (readonly [instant: string, day: string, hour: number])[] = [
  ['2022-09-05T03:30:00Z', '2022-09-04', 23], // the change was delayed by a week at four weeks' notice
  ['2026-04-05T03:59:59Z', '2026-04-04', 23], // a day of 25 hours
  ['2026-09-06T03:59:59Z', '2026-09-05', 23],
  ['2026-09-06T04:00:00Z', '2026-09-06', 1], // a day without midnight
]

/** Wrong days in read models would be permanent, so the product must not run. @throws StartError */
export function checkZone(wallHourOf: typeof wallHourInSantiago = wallHourInSantiago): void {
  try {
    const isRight = VECTORS.every(([instant, day, hour]) => {
      const shown = wallHourOf(Date.parse(instant))
      return shown.day === day && shown.hour === hour
    })
    if (isRight) return
  } catch {
    // This Node lacks the zone.
  }
  throw new StartError(
    `Este Node (${process.version}, zonas ${process.versions.tz ?? 'ausentes'}) calcula mal los días de ${ZONE}: instala una versión oficial y reciente de Node y vuelve a iniciar.`,
  )
}
