import { wallHourInSantiago, ZONE } from '@app/contracts/calendar.ts'
import { StartError } from '@app/contracts/start-error.ts'

/** Past local times in Santiago around changes of the clock. A decree may still change future ones. */
const VECTORS: readonly (readonly [instant: string, day: string, hour: number])[] = [
  ['2015-07-01T03:30:00Z', '2015-07-01', 0], // summer time in winter
  ['2019-04-07T02:59:59Z', '2019-04-06', 23],
  ['2019-04-07T03:00:00Z', '2019-04-06', 23],
  ['2019-09-08T04:00:00Z', '2019-09-08', 1],
  ['2022-09-05T03:30:00Z', '2022-09-04', 23], // the change was delayed by a week at four weeks' notice
  ['2022-09-11T04:00:00Z', '2022-09-11', 1],
  ['2026-04-05T03:59:59Z', '2026-04-04', 23], // a day of 25 hours
  ['2026-04-05T04:00:00Z', '2026-04-05', 0],
  ['2026-09-06T03:59:59Z', '2026-09-05', 23],
  ['2026-09-06T04:00:00Z', '2026-09-06', 1], // a day without midnight
]

type WallHourOf = typeof wallHourInSantiago

function isRight(wallHourOf: WallHourOf): boolean {
  try {
    return VECTORS.every(([instant, day, hour]) => {
      const shown = wallHourOf(Date.parse(instant))
      return shown.day === day && shown.hour === hour
    })
  } catch {
    return false // this Node lacks the zone
  }
}

/** Wrong days in read models would be permanent, so the product must not run. @throws StartError */
export function checkZone(wallHourOf: WallHourOf = wallHourInSantiago): void {
  if (isRight(wallHourOf)) return
  throw new StartError(
    `Este Node (${process.version}, ICU ${process.versions.icu ?? 'ausente'}, zonas ${process.versions.tz ?? 'ausentes'}) calcula mal los días de ${ZONE}: instala una versión oficial y reciente de Node y vuelve a iniciar.`,
  )
}
