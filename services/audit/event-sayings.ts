import { accountStream } from '@app/contracts/accounts.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import { titleOfReadModel } from '@app/contracts/data.ts'
import {
  IMAGES,
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
  type Verb,
} from './sentence-parts.ts'

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

const SAW: Verb = ['vio', 'Viste']
const DOWNLOADED: Verb = ['descargó', 'Descargaste']
const LIST = { verb: ['consultó', 'Consultaste'], what: 'el Historial' } as const
const FORMS: Readonly<Record<string, { readonly verb: Verb; readonly what: string }>> = {
  csv: { verb: DOWNLOADED, what: 'el Historial como CSV' },
  ndjson: { verb: DOWNLOADED, what: 'el Historial como NDJSON' },
  event: { verb: SAW, what: 'el detalle del evento' },
  past: { verb: SAW, what: 'versiones anteriores' },
  expediente: { verb: DOWNLOADED, what: 'el expediente' },
}

/** An administrator's reading, and whose it was; the event has its whole filter. */
export const onHistoryRead: Saying = (scene) => {
  const { form, position, entity, person: by } = scene.line.facts
  const { verb, what } = FORMS[textOf(form)] ?? LIST
  const stream = textOf(entity) || textOf(by)
  const number = positionText(textOf(position))
  return [
    ...did(...verb)(scene),
    phrase(` ${what}${number && ` ${number}`}`),
    ...(stream.includes('-') ? [phrase(' de '), who(scene.nameOf(stream))] : []),
  ]
}
