import { titleOfReadModel } from '@app/contracts/read-models.ts'
import { writtenDate } from './date-text.ts'
import { onHistoryRead, positionText } from './reading-sentence.ts'
import {
  act,
  counted,
  phrase,
  theProfile,
  who,
  type SentenceParts,
  type Scene,
  said,
} from './sentence-parts.ts'

const REMINDER: Readonly<Record<string, string>> = { first: 'primer', second: 'segundo' }

const reminder =
  (before: string, after = '') =>
  (scene: Scene): SentenceParts => [
    phrase(`${before} el ${REMINDER[said(scene.line.facts['reminder'])] ?? ''} recordatorio `),
    ...theProfile(scene, 'de '),
    phrase(after),
  ]

const CONVERTED: Readonly<Record<string, string>> = {
  contact: 'guardó el contacto',
  link: 'guardó el contacto desde el correo',
  said: 'ya habló con su dueño',
}
const SKIPPED: Readonly<Record<string, string>> = {
  blocked: ', porque sus datos están bloqueados',
  undeliverable: ', porque no se pudo entregar',
}
const CANCELLED: Readonly<Record<string, string>> = {
  subscriber: 'Quien lo pidió canceló un recordatorio ',
  admin: 'Administración canceló un recordatorio ',
  erasure: 'Un borrado de datos canceló un recordatorio ',
  profile: 'Se canceló, porque ya no se muestra, un recordatorio ',
}

const REMINDER_SENTENCES = {
  ReminderSubscribed: (scene: Scene) => [
    who('Un visitante'),
    phrase(' pidió un recordatorio '),
    ...theProfile(scene, 'de '),
  ],
  ReminderSendStarted: reminder('Se empezó a enviar'),
  ReminderSent: reminder('Se envió'),
  ReminderSendFailed: reminder('No se pudo enviar'),
  ReminderSendUncertain: reminder('No se sabe si se envió'),
  ReminderSkipped: (scene: Scene) => [
    ...reminder('Se saltó')(scene),
    phrase(SKIPPED[said(scene.line.facts['reason'])] ?? ''),
  ],
  ReminderConverted: (scene: Scene) => [
    phrase('Quien pidió un recordatorio '),
    ...theProfile(scene, 'de '),
    phrase(` ${CONVERTED[said(scene.line.facts['how'])] ?? ''}`),
  ],
  ReminderCancelled: (scene: Scene) => [
    phrase(CANCELLED[said(scene.line.facts['by'])] ?? ''),
    ...theProfile(scene, 'de '),
  ],
  ReminderBounceReported: (scene: Scene) => [
    phrase('Un correo avisó que no recibe un recordatorio '),
    ...theProfile(scene, 'de '),
  ],
  ReminderBounced: (scene: Scene) => [
    phrase('Un correo rechazó un recordatorio '),
    ...theProfile(scene, 'de '),
  ],
  RemindersSuppressed: () => [phrase('Un correo dejó de recibir recordatorios')],
  RemindersAllowed: () => [phrase('Un correo vuelve a recibir recordatorios')],
}

const QUOTATION_SENTENCES = {
  QuotationRequested: ({ person }: Scene) => [who(person), phrase(' pidió una cotización')],
  QuotationCorrected: ({ person }: Scene) => [who(person), phrase(' corrigió su cotización')],
  QuotationContacted: (scene: Scene) =>
    act(scene, ['marcó', 'Marcaste'], phrase('como contactada la cotización de '), who(scene.person)),
  QuotationCompleted: (scene: Scene) =>
    act(scene, ['marcó', 'Marcaste'], phrase('como completada la cotización de '), who(scene.person)),
}

const REQUESTED: Readonly<Record<string, string>> = {
  access: 'ver sus datos',
  correction: 'corregir sus datos',
  erasure: 'borrar sus datos',
  objection: 'que no se usen sus datos',
  portability: 'llevarse sus datos',
  blocking: 'bloquear sus datos',
}
const OUTCOMES: Readonly<Record<string, string>> = {
  done: 'Se cumplió una solicitud sobre datos personales',
  refused: 'Se rechazó una solicitud sobre datos personales',
  nothing: 'Se respondió que no había datos en una solicitud sobre datos personales',
}

const RIGHTS_SENTENCES = {
  RequestReceived: ({ line }: Scene) => [
    phrase(`Alguien pidió ${REQUESTED[said(line.facts['kind'])] ?? ''}`),
  ],
  RequestConfirmed: (scene: Scene) =>
    act(scene, ['confirmó', 'Confirmaste'], phrase('de quién son los datos de una solicitud')),
  RequestDenied: (scene: Scene) =>
    act(scene, ['dijo', 'Dijiste'], phrase('que no conoce a quien hizo una solicitud')),
  RequestProlonged: (scene: Scene) =>
    act(
      scene,
      ['prorrogó', 'Prorrogaste'],
      phrase(`hasta el ${writtenDate(said(scene.line.facts['until']))} una solicitud sobre datos personales`),
    ),
  RequestAnswered: ({ line }: Scene) => [phrase(OUTCOMES[said(line.facts['outcome'])] ?? '')],
  SubjectBlocked: (scene: Scene) => [phrase('Se bloquearon los datos '), ...subjectMeant(scene)],
  SubjectUnblocked: (scene: Scene) => [phrase('Se desbloquearon los datos '), ...subjectMeant(scene)],
}

function subjectMeant(scene: Scene): SentenceParts {
  switch (scene.line.facts['subject']) {
    case 'visitor':
      return [phrase('de un visitante '), ...theProfile(scene, 'de ')]
    case 'subscription':
      return [phrase('de quien pidió un recordatorio'), ...ofKnownProfile(scene)]
    case 'profile':
      return theProfile(scene, 'de ')
    case 'quotation':
      return [phrase('de una cotización')]
    default:
      return [phrase('de una cuenta')]
  }
}

function onErased(scene: Scene): SentenceParts {
  const { subject, reason } = scene.line.facts
  const erased =
    reason === 'retention' ? 'Se borraron, por vencer su plazo, los datos' : 'Se borraron los datos'
  switch (subject) {
    case 'visitor':
      return [phrase(`${erased} de un visitante `), ...theProfile(scene, 'de ')]
    case 'subscription':
      return [phrase(`${erased} de quien pidió un recordatorio`), ...ofKnownProfile(scene)]
    case 'profile':
      return [phrase(`${erased} del perfil de `), who(undefined)]
    case 'quotation':
      return [phrase(`${erased} de la cotización de `), who(undefined)]
    case 'request':
      return [phrase(`${erased} de una solicitud de derechos`)]
    default:
      return [phrase(`${erased} de `), who(undefined)]
  }
}

const ofKnownProfile = (scene: Scene): SentenceParts =>
  scene.line.entity === 'log' ? [] : [phrase(' '), ...theProfile(scene, 'de ')]

const onSealed = ({ line: { count } }: Scene): SentenceParts => [
  phrase(count === 1 ? 'Se selló el registro' : `Se selló el registro ${counted(count, 'vez', 'veces')}`),
]

const parkedIn = ({ line: { facts } }: Scene): string => `de «${titleOfReadModel(said(facts['projection']))}»`

const PARKED_SENTENCES = {
  ParkedEventSkipped: (scene: Scene) => {
    const { position, reason } = scene.line.facts
    const what = `el evento apartado ${positionText(said(position))} ${parkedIn(scene)}: ${said(reason)}`
    return act(scene, ['omitió', 'Omitiste'], phrase(what))
  },
  ParkedEventsRetried: (scene: Scene) => {
    const { position } = scene.line.facts
    const what =
      position === undefined ? 'los eventos apartados' : `el evento apartado ${positionText(said(position))}`
    return act(scene, ['reintentó', 'Reintentaste'], phrase(`${what} ${parkedIn(scene)}`))
  },
}

const REBUILD_ORDERS: Readonly<Record<string, string>> = {
  start: 'reconstruir',
  pause: 'pausar la reconstrucción',
  resume: 'reanudar la reconstrucción',
  cancel: 'cancelar la reconstrucción',
  swap: 'usar la reconstrucción',
  rollback: 'volver a la versión anterior',
}

function onRebuild(scene: Scene): SentenceParts {
  const { projection, order, differing } = scene.line.facts
  const what = REBUILD_ORDERS[said(order)] ?? said(order)
  const of = `${order === 'start' ? '' : 'de '}«${titleOfReadModel(said(projection))}»`
  const rows = typeof differing === 'number' && differing > 0 ? `, con ${rowsText(differing)}` : ''
  return act(scene, ['ordenó', 'Ordenaste'], phrase(`${what} ${of}${rows}`))
}

const rowsText = (count: number): string => counted(count, 'fila distinta', 'filas distintas')

export const OTHER_SENTENCES = {
  ...REMINDER_SENTENCES,
  ...QUOTATION_SENTENCES,
  ...RIGHTS_SENTENCES,
  SubjectErased: onErased,
  HistoryRead: onHistoryRead,
  PersonalDataShown: (scene: Scene) =>
    act(scene, ['vio', 'Viste'], phrase('datos personales de '), who(scene.person)),
  ...PARKED_SENTENCES,
  RebuildOrdered: onRebuild,
  LogSealed: onSealed,
  CheckpointKept: (scene: Scene) => act(scene, ['guardó', 'Guardaste'], phrase('el sello del registro')),
  SealKeyNamed: () => [phrase('Los sellos del registro tienen una llave nueva')],
  RestoredLogAccepted: (scene: Scene) =>
    act(scene, ['aceptó', 'Aceptaste'], phrase('el registro de un respaldo anterior')),
  StoreCreated: () => [phrase('Comenzó el registro')],
  VaultBound: () => [phrase('El registro quedó unido a su bóveda')],
}
