import { ZONE } from '@app/contracts/calendar.ts'
import type { Figure } from '@app/contracts/traffic/definitions.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { count, day, head, moment, note, text, title, type Sheet } from '../cells.ts'
import type { ReportMaterial } from '../report-material.ts'
import { FIGURE_NAMES, RANGE_NAMES } from '../report-texts.ts'

const FINGERPRINT_NOTE =
  'El mismo período, con la misma posición del registro y la misma versión de reglas, da las mismas celdas y la misma huella. ' +
  'La huella es un SHA-256 de las celdas de las otras hojas; el momento en que se hizo el informe, su atraso y los gráficos no entran en ella.'

export const aboutSheet = ({ analytics, at }: ReportMaterial, fingerprint: string): Sheet => ({
  name: 'Acerca de',
  rows: [
    [title('Acerca de este informe')],
    [text('Hecho por'), text(PRODUCT.name)],
    [text('Período'), text(RANGE_NAMES[analytics.date_range])],
    [text('Desde'), day(analytics.from)],
    [text('Hasta'), day(analytics.to)],
    [text('Zona horaria'), text(ZONE)],
    [text('Momento'), moment(at)],
    [
      text('Atraso en segundos'),
      analytics.lag_seconds === null ? text('No se sabe') : count(Math.round(analytics.lag_seconds)),
    ],
    [text('Posición del registro'), text(analytics.log_position)],
    [text('Versión de reglas'), count(analytics.rules_version)],
    [text('Huella de las celdas'), text(fingerprint)],
    [undefined, text(FINGERPRINT_NOTE)],
    [],
    ['Cifra', 'Qué significa'].map(head),
    ...Object.entries(analytics.definitions).map(([figure, meaning]) => [
      text(FIGURE_NAMES[figure as Figure]),
      text(meaning),
    ]),
    [],
    [note('Días y horas son los de Chile continental.')],
  ],
  frozen: { rows: 1 },
  isOnePage: true,
})
