import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import { EVENT_NAMES } from '@app/contracts/events/event-names.ts'
import { writtenDate } from './date-text.ts'
import {
  counted,
  did,
  phrase,
  textOf,
  who,
  type Saying,
  type SentenceParts,
  type Scene,
  type Verb,
} from './sentence-parts.ts'

const whole = new Intl.NumberFormat('es-CL')
/** `#19.402`, as the screen has it. */
export const positionText = (position: string): string =>
  /^\d+$/.test(position) ? `#${whole.format(BigInt(position))}` : ''

const LISTED: readonly [Verb, string] = [['consultó', 'Consultaste'], 'el Historial']
const SAW: Verb = ['vio', 'Viste']
const DOWNLOADED: Verb = ['descargó', 'Descargaste']
const FORMS: Readonly<Record<string, readonly [verb: Verb, what: string]>> = {
  list: LISTED,
  csv: [DOWNLOADED, 'el Historial como CSV'],
  ndjson: [DOWNLOADED, 'el Historial como NDJSON'],
  event: [SAW, 'el detalle del evento '],
  past: [SAW, 'versiones anteriores de '],
  expediente: [DOWNLOADED, 'el expediente de '],
}

/** The readings that a line repeats. */
export const readingsIn = ({ filters }: JsonObject): readonly JsonObject[] =>
  Array.isArray(filters) ? (filters as readonly JsonObject[]) : []

function namedIn(scene: Scene, value: JsonValue): SentenceParts {
  if (value === 'several') return [phrase('varias')]
  if (value === 'nobody') return [phrase('ninguna')]
  return [who(value === 'log' ? 'el registro' : scene.nameOf(textOf(value)))]
}

type Shown = (scene: Scene, value: JsonValue) => SentenceParts
const plain =
  (shown: (value: string) => string): Shown =>
  (_, value) => [phrase(shown(textOf(value)))]
const FILTERS: Readonly<Record<string, readonly [label: string, shown: Shown]>> = {
  person: ['Persona: ', namedIn],
  entity: ['Entidad: ', namedIn],
  type: ['Tipo: ', plain((type) => EVENT_NAMES.get(type) ?? type)],
  from: ['Desde: ', plain(writtenDate)],
  to: ['Hasta: ', plain(writtenDate)],
  correlation: ['lo que hizo una misma acción', () => []],
}

function filterOf(scene: Scene, reading: JsonObject): SentenceParts {
  const filters = Object.entries(FILTERS).filter(([field]) => typeof reading[field] === 'string')
  if (filters.length === 0) return []
  const parts = filters.flatMap(([field, [label, shown]], nth) => [
    phrase(nth === 0 ? label : `, ${label}`),
    ...shown(scene, reading[field]!),
  ])
  return [phrase(' con el filtro «'), ...parts, phrase('»')]
}

function detailOf(scene: Scene, reading: JsonObject): SentenceParts {
  const { form, entity, position } = reading
  if (form === 'event') return [phrase(positionText(textOf(position)))]
  return form === 'past' || form === 'expediente'
    ? [who(scene.nameOf(textOf(entity)))]
    : filterOf(scene, reading)
}

/** What an administrator read within an hour, as one sentence. */
export const onHistoryRead: Saying = (scene) => {
  const { facts } = scene.line
  const readings = readingsIn(facts).map((reading) => {
    const [verb, what] = FORMS[textOf(reading['form'])] ?? LISTED
    return { verb, parts: [phrase(` ${what}`), ...detailOf(scene, reading)] }
  })
  const [first = { verb: LISTED[0], parts: [phrase(` ${LISTED[1]}`)] }, ...others] = readings
  const more = Number(facts['more'] ?? 0)
  return [
    ...did(...first.verb)(scene),
    ...first.parts,
    ...others.flatMap(({ verb: [third], parts }) => [phrase(`, ${third}`), ...parts]),
    ...(more === 0 ? [] : [phrase(` y ${counted(more, 'vez más', 'veces más')}`)]),
  ]
}
