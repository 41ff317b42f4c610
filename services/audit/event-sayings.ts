import { accountStream } from '@app/contracts/accounts/events.ts'
import type { ImageKind } from '@app/contracts/profiles/events.ts'
import { titleOfReadModel } from '@app/contracts/data/read-models.ts'
import { IMAGES } from './field-labels.ts'
import {
  changedTexts,
  chosen,
  counted,
  did,
  factText,
  nobody,
  ofAccount,
  ofProfile,
  person,
  phrase,
  quoted,
  say,
  text,
  textOf,
  theirs,
  unreadable,
  who,
  type Saying,
  type Scene,
  type SentenceParts,
  type Verb,
} from './sentence-parts.ts'
import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import { EVENT_NAMES } from '@app/contracts/events/event-names.ts'
import { writtenDate } from '../analytics/report/cells.ts'

export const times = (one: string, many: (count: number) => string): Saying =>
  text(({ line: { count } }) => (count === 1 ? one : many(count)))

export const didChange = did('cambió', 'Cambiaste')
export const account = ofAccount('la cuenta', 'su cuenta')
export const profiles = factText('maxProfiles', (count) => counted(Number(count), 'perfil', 'perfiles'))
const reminder = chosen('reminder', { first: 'primer recordatorio', second: 'segundo recordatorio' })
export const theReminder = say`el ${reminder} ${ofProfile}`
export const redeemer: Saying = ({ line, nameOf }) => [
  who(nameOf(accountStream(textOf(line.facts['accountId'])))),
]
export const image: Saying = (scene) => {
  const { article, noun } = IMAGES[scene.line.facts['kind'] as ImageKind]
  return theirs(article, noun)(scene)
}

export function onPassword(scene: Scene) {
  const { by } = scene.line.facts
  if (by === 'owner') return say`${person} cambió su contraseña`(scene)
  if (by === 'reset') return say`${person} cambió su contraseña con el enlace de un correo`(scene)
  return say`${didChange} la contraseña de ${person}`(scene)
}

export const formerLimit = text(({ changes: [limit] }) =>
  limit?.before === undefined || limit.before === null ? '' : ` de ${limit.before}`,
)
export const limit = factText('maxProfiles', String)

export function onRegistered(scene: Scene) {
  const name: Saying = () => [who(scene.changes.find(({ field }) => field === 'name')?.after ?? undefined)]
  if (scene.line.actor.kind === 'owner') return say`${name} creó su cuenta`(scene)
  return say`${did('creó', 'Creaste')} la cuenta de ${name}`(scene)
}

export const names: Saying = (scene) => {
  const [name] = scene.changes
  if (name === undefined || name.is_erased) return say`: ${unreadable}`(scene)
  return [phrase(` de ${quoted(name.before ?? '')} a ${quoted(name.after ?? '')}`)]
}

export function onCreated(scene: Scene) {
  const [name, lastname] = ['name', 'lastname'].map(
    (field) => scene.changes.find((change) => change.field === field)?.after ?? '',
  )
  const whole = `${name} ${lastname}`.trim()
  const isErased = scene.changes.some(({ is_erased: isGone }) => isGone)
  const created = did('creó', 'Creaste')
  if (isErased) return say`${created} el perfil de ${unreadable}`(scene)
  if (scene.isOwners) return say`${created} tu perfil`(scene)
  return say`${created} ${text(() => (whole === '' ? 'un perfil' : `el perfil ${quoted(whole)}`))}`(scene)
}

export function onTheme(scene: Scene) {
  const theme = scene.changes.find(({ field }) => field === 'theme_color')
  if (theme === undefined) return say`${didChange} los colores`(scene)
  return say`${didChange} ${theirs('el', 'tema')}${text(() => ` de «${theme.before}» a «${theme.after}»`)}`(
    scene,
  )
}

export function onSlug(scene: Scene) {
  const [slug] = scene.changes
  if (slug !== undefined && !slug.is_erased) return changedTexts(scene)
  return say`${didChange} ${theirs('la', 'dirección')}: ${unreadable}`(scene)
}

/** The version's number too, which rows of an earlier build lack: a minute can have several. */
export const version = factText('version', (number) => (number === '' ? '' : ` (versión ${number})`))

const bySubject =
  (sayings: Readonly<Record<string, Saying>>, other: Saying): Saying =>
  (scene) =>
    (sayings[textOf(scene.line.facts['subject'])] ?? other)(scene)
const knownProfile: Saying = (scene) => (scene.line.entity === 'log' ? [] : say` ${ofProfile}`(scene))
const ofSubscriber = say`de quien pidió un recordatorio${knownProfile}`
export const ofFrozenSubject = bySubject(
  {
    visitor: say`de un visitante ${ofProfile}`,
    subscription: ofSubscriber,
    profile: ofProfile,
    quotation: say`de una cotización`,
  },
  say`de una cuenta`,
)
export const ofErasedSubject = bySubject(
  {
    visitor: say`de un visitante ${ofProfile}`,
    subscription: ofSubscriber,
    profile: say`del perfil de ${nobody}`,
    quotation: say`de la cotización de ${nobody}`,
    request: say`de una solicitud de derechos`,
  },
  say`de ${nobody}`,
)

export const parkedEvent = factText('position', (position) =>
  position === '' ? 'los eventos apartados' : `el evento apartado ${positionText(position)}`,
)
export const model = factText('projection', (name) => `«${titleOfReadModel(name)}»`)

const ORDERS: Readonly<Record<string, string>> = {
  start: 'reconstruir',
  pause: 'pausar la reconstrucción de',
  resume: 'reanudar la reconstrucción de',
  cancel: 'cancelar la reconstrucción de',
  swap: 'usar la reconstrucción de',
  rollback: 'volver a la versión anterior de',
}
export const order = factText('order', (name) => ORDERS[name] ?? name)
export const differing = factText('differing', (rows) =>
  Number(rows) > 0 ? `, con ${counted(Number(rows), 'fila distinta', 'filas distintas')}` : '',
)

const whole = new Intl.NumberFormat('es-CL')
/** `#19.402`, as the screen has it. */
const positionText = (position: string): string =>
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

/** An administrator's readings within an hour, as one sentence. */
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
