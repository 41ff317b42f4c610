import { accountStream } from '@app/contracts/accounts.ts'
import type { SentencePart } from '@app/contracts/audit.ts'
import { titleOfReadModel } from '@app/contracts/data.ts'
import type { HistoryType } from '@app/contracts/events/catalogue.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import { writtenDate, writtenMoment } from '../analytics/report/cells.ts'
import {
  IMAGES,
  changedTexts,
  chosen,
  counted,
  did,
  factText,
  joined,
  ofAccount,
  ofProfile,
  person,
  phrase,
  profile,
  quoted,
  say,
  text,
  textOf,
  theirs,
  unreadable,
  who,
  type Saying,
  type Scene,
} from './sentence-parts.ts'

const didChange = did('cambió', 'Cambiaste')
const account = ofAccount('la cuenta', 'su cuenta')
const profiles = factText('maxProfiles', (count) => counted(Number(count), 'perfil', 'perfiles'))
const reminder = chosen('reminder', { first: 'primer recordatorio', second: 'segundo recordatorio' })
const theReminder = say`el ${reminder} ${ofProfile}`
const redeemer: Saying = ({ line, nameOf }) => [who(nameOf(accountStream(textOf(line.facts['accountId']))))]
const image: Saying = (scene) => {
  const { article, noun } = IMAGES[scene.line.facts['kind'] as ImageKind]
  return theirs(article, noun)(scene)
}

const formerLimit = text(({ changes: [limit] }) =>
  limit?.before === undefined || limit.before === null ? '' : ` de ${limit.before}`,
)
const limit = factText('maxProfiles', String)

const names: Saying = (scene) => {
  const [name] = scene.changes
  if (name === undefined || name.is_erased) return say`: ${unreadable}`(scene)
  return [phrase(` de ${quoted(name.before ?? '')} a ${quoted(name.after ?? '')}`)]
}

function onTheme(scene: Scene) {
  const theme = scene.changes.find(({ field }) => field === 'theme_color')
  if (theme === undefined) return say`${didChange} los colores`(scene)
  return say`${didChange} ${theirs('el', 'tema')}${text(() => ` de «${theme.before}» a «${theme.after}»`)}`(
    scene,
  )
}

/** The version's number too, which rows of an earlier build lack: a minute can have several. */
const version = factText('version', (number) => (number === '' ? '' : ` (versión ${number})`))

const ofSubject = chosen('subject', {
  visitor: 'de un visitante',
  subscription: 'de quien pidió un recordatorio',
  profile: 'de un perfil',
  quotation: 'de una cotización',
  request: 'de una solicitud de derechos',
  account: 'de una cuenta',
})

const parkedEvent = factText('position', (position) =>
  position === '' ? 'los eventos apartados' : `el evento apartado ${positionText(position)}`,
)
const model = factText('projection', (name) => `«${titleOfReadModel(name)}»`)

const ORDERS: Readonly<Record<string, string>> = {
  start: 'reconstruir',
  pause: 'pausar la reconstrucción de',
  resume: 'reanudar la reconstrucción de',
  cancel: 'cancelar la reconstrucción de',
  swap: 'usar la reconstrucción de',
  rollback: 'volver a la versión anterior de',
}
const order = factText('order', (name) => ORDERS[name] ?? name)
const differing = factText('differing', (rows) =>
  Number(rows) > 0 ? `, con ${counted(Number(rows), 'fila distinta', 'filas distintas')}` : '',
)

const whole = new Intl.NumberFormat('es-CL')
const positionText = (position: string): string =>
  /^\d+$/.test(position) ? `#${whole.format(BigInt(position))}` : ''

const READ: Readonly<Record<string, string>> = {
  list: 'el Historial',
  csv: 'el Historial como CSV',
  ndjson: 'el Historial como NDJSON',
  event: 'el detalle del evento ',
  past: 'versiones anteriores',
  expediente: 'el expediente',
}

const onHistoryRead: Saying = (scene) => {
  const { entity, person: by } = scene.line.facts
  const stream = textOf(entity) || textOf(by)
  const whose = () => (stream.includes('-') ? [phrase(' de '), who(scene.nameOf(stream))] : [])
  return say`${did('leyó', 'Leíste')} ${chosen('form', READ)}${factText('position', positionText)}${whose}`(
    scene,
  )
}

const SENTENCES: Readonly<Record<HistoryType, Saying>> = {
  AccountRegistered: say`${did('creó', 'Creaste')} ${account}`,
  AccountActivated: say`${did('activó', 'Activaste')} ${account}, para ${profiles}`,
  PasswordChanged: say`${didChange} ${ofAccount('la contraseña', 'su contraseña')}${chosen('by', {
    reset: ' con el enlace de un correo',
  })}`,
  PasswordResetRequested: say`Se pidió un enlace para cambiar la contraseña de ${person}`,
  SignedIn: say`${person} inició sesión`,
  AccountDeactivated: say`${did('desactivó', 'Desactivaste')} ${account}`,
  AccountReactivated: say`${did('reactivó', 'Reactivaste')} ${account}`,
  ProfileLimitChanged: say`${didChange} el límite de perfiles de ${person}${formerLimit} a ${limit}`,
  ProfileSlotTaken: say`${person} ocupó un cupo de perfil`,
  ProfileSlotFreed: say`${person} recuperó un cupo de perfil`,
  AccountRenamed: say`${didChange} ${ofAccount('el nombre', 'su nombre')}${names}`,
  EmailChanged: say`${didChange} ${ofAccount('el correo', 'su correo')}`,
  ExternalLoginLinked: say`${person} conectó otra forma de entrar a su cuenta`,
  SessionsClosed: say`${did('cerró', 'Cerraste')} ${ofAccount('las sesiones', 'sus sesiones')}`,
  AdminGranted: say`${did('hizo', 'Hiciste')} administrador a ${person}`,
  AdminRevoked: say`${did('quitó', 'Quitaste')} el rol de administrador a ${person}`,
  PasswordDropped: say`Dejó de valer la contraseña de ${person}, porque entró con un correo comprobado`,
  AccountErasureRequested: say`${person} pidió borrar sus datos`,
  AccountErased: say`Se borró la cuenta de ${person}`,
  AdministratorListed: say`${person} quedó entre los administradores`,
  AdministratorDelisted: say`${person} salió de los administradores`,
  CodeIssued: say`${did('creó', 'Creaste')} un código de activación para ${profiles}`,
  CodeRedeemed: say`${redeemer} usó un código de activación`,
  CodeReleased: say`${redeemer} dejó libre un código de activación`,
  ProfileCreated: say`${did('creó', 'Creaste')} ${profile}`,
  ProfileEdited: changedTexts,
  ProfileImageSet: (scene) =>
    say`${scene.changes.length > 0 ? did('agregó', 'Agregaste') : didChange} ${image}`(scene),
  ProfileImageRemoved: say`${did('quitó', 'Quitaste')} ${image}`,
  ThemeApplied: onTheme,
  ProfileVersionRestored: say`${did('restauró', 'Restauraste')} la versión del ${factText('at', writtenMoment)}${version}`,
  ProfileSlugChanged: changedTexts,
  ProfileActivated: say`${did('volvió a mostrar', 'Volviste a mostrar')} ${profile}`,
  ProfileDeactivated: say`${did('ocultó', 'Ocultaste')} ${profile}`,
  ProfileDeleted: say`${did('eliminó', 'Eliminaste')} ${profile}`,
  SlugClaimed: say`Se reservó una dirección para ${profile}`,
  QuotationRequested: say`${person} pidió una cotización`,
  QuotationCorrected: say`${person} corrigió su cotización`,
  QuotationContacted: say`${did('marcó', 'Marcaste')} como contactada la cotización de ${person}`,
  QuotationCompleted: say`${did('marcó', 'Marcaste')} como completada la cotización de ${person}`,
  ReminderSubscribed: say`${() => [who('Un visitante')]} pidió un recordatorio ${ofProfile}`,
  ReminderSendStarted: say`Se empezó a enviar ${theReminder}`,
  ReminderSent: say`Se envió ${theReminder}`,
  ReminderSendFailed: say`No se pudo enviar ${theReminder}`,
  ReminderSendUncertain: say`No se sabe si se envió ${theReminder}`,
  ReminderSkipped: say`Se saltó ${theReminder}${chosen('reason', {
    blocked: ', porque sus datos están bloqueados',
    undeliverable: ', porque no se pudo entregar',
  })}`,
  ReminderConverted: say`Quien pidió un recordatorio ${ofProfile}${chosen('how', {
    contact: ' guardó el contacto',
    link: ' guardó el contacto desde el correo',
    said: ' ya habló con su dueño',
  })}`,
  ReminderCancelled: say`${chosen('by', {
    subscriber: 'Quien lo pidió canceló un recordatorio ',
    admin: 'Administración canceló un recordatorio ',
    erasure: 'Un borrado de datos canceló un recordatorio ',
    profile: 'Se canceló, porque ya no se muestra, un recordatorio ',
  })}${ofProfile}`,
  ReminderBounceReported: say`Un correo avisó que no recibe un recordatorio ${ofProfile}`,
  ReminderBounced: say`Un correo rechazó un recordatorio ${ofProfile}`,
  RemindersSuppressed: say`Un correo dejó de recibir recordatorios`,
  RemindersAllowed: say`Un correo vuelve a recibir recordatorios`,
  RequestReceived: say`Alguien pidió${chosen('kind', {
    access: ' ver sus datos',
    correction: ' corregir sus datos',
    erasure: ' borrar sus datos',
    objection: ' que no se usen sus datos',
    portability: ' llevarse sus datos',
    blocking: ' bloquear sus datos',
  })}`,
  RequestConfirmed: say`${did('confirmó', 'Confirmaste')} de quién son los datos de una solicitud`,
  RequestDenied: say`${did('dijo', 'Dijiste')} que no conoce a quien hizo una solicitud`,
  RequestProlonged: say`${did('prorrogó', 'Prorrogaste')} hasta el ${factText('until', writtenDate)} una solicitud sobre datos personales`,
  RequestAnswered: chosen('outcome', {
    done: 'Se cumplió una solicitud sobre datos personales',
    refused: 'Se rechazó una solicitud sobre datos personales',
    nothing: 'Se respondió que no había datos en una solicitud sobre datos personales',
  }),
  SubjectBlocked: say`Se bloquearon los datos ${ofSubject}`,
  SubjectUnblocked: say`Se desbloquearon los datos ${ofSubject}`,
  SubjectErased: say`Se borraron${chosen('reason', { retention: ', por vencer su plazo,' })} los datos ${ofSubject}`,
  HistoryRead: onHistoryRead,
  PersonalDataShown: say`${did('vio', 'Viste')} datos personales de ${person}`,
  ParkedEventSkipped: say`${did('omitió', 'Omitiste')} ${parkedEvent} de ${model}: ${factText('reason', String)}`,
  ParkedEventsRetried: say`${did('reintentó', 'Reintentaste')} ${parkedEvent} de ${model}`,
  RebuildOrdered: say`${did('ordenó', 'Ordenaste')} ${order} ${model}${differing}`,
  CheckpointKept: say`${did('guardó', 'Guardaste')} el sello del registro`,
  SealKeyNamed: say`Los sellos del registro tienen una llave nueva`,
  RestoredLogAccepted: say`${did('aceptó', 'Aceptaste')} el registro de un respaldo anterior`,
  StoreCreated: say`Comenzó el registro`,
  VaultBound: say`El registro quedó unido a su bóveda`,
}

export const historySentence = (scene: Scene): SentencePart[] => joined(SENTENCES[scene.line.type](scene))

export const textOfSentence = (parts: readonly SentencePart[]): string =>
  parts.map(({ as, text: words }) => (as === 'who' ? isolated(words) : words)).join('')
