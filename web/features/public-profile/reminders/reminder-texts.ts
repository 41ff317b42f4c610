import type { ReminderPageContent, StoredReminder } from '@app/contracts/public-page.ts'

export interface ReminderTexts {
  readonly title: string
  readonly text?: string
  readonly button?: string
  /** Whether all reminders, of all profiles, can be refused here. */
  readonly offersAll?: true
  /** Whether the address can be erased and what is stored be saved here. */
  readonly offersData?: true
}

const SOMEBODY = 'tu contacto'

export const ALL_BUTTON = 'No quiero recibir más recordatorios de nadie'

export const ERASE_BUTTON = 'Borrar mi correo'
export const SAVE_LINK = 'Descargar mis datos (JSON)'

const STATUS_TEXTS: Readonly<Record<StoredReminder['status'], string>> = {
  active: 'Está activo.',
  completed: 'Ya te enviamos lo que pediste.',
  converted: 'Terminó, porque ya se pusieron en contacto.',
  cancelled: 'Está cancelado.',
  bounced: 'Terminó, porque tu correo no recibió nuestros mensajes.',
}

const day = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

const mineTexts = (name: string, stored: StoredReminder): ReminderTexts => ({
  title: `Tu recordatorio de ${name}`,
  text: `Guardamos el correo ${stored.email}, con el que lo pediste el ${day.format(new Date(stored.subscribedAt))}. ${STATUS_TEXTS[stored.status]}`,
  ...(stored.status === 'active' && { button: 'Cancelar recordatorios' }),
  offersData: true,
})

const ERASED: ReminderTexts = {
  title: 'Ya no guardamos tu correo.',
  text: 'El recordatorio está cancelado y tu correo se borró. Quedan las fechas, sin decir de quién.',
}

const TEXTS_OF: Readonly<Record<ReminderPageContent['state'], (name: string) => ReminderTexts>> = {
  cancel: (name) => ({
    title: `¿Cancelar los recordatorios de ${name}?`,
    text: 'No te escribiremos más sobre este contacto.',
    button: 'Cancelar recordatorios',
    offersAll: true,
  }),
  cancelled: (name) => ({ title: `Listo, no recibirás más recordatorios de ${name}.`, offersAll: true }),
  suppressed: () => ({
    title: 'Listo, no recibirás más recordatorios de nadie.',
    text: 'Vale desde ahora y para todos los perfiles.',
  }),
  'mailbox-unknown': (name) => ({
    title: `Listo, no recibirás más recordatorios de ${name}.`,
    text: 'Ya borramos tu correo, así que no podemos anotarlo para los demás perfiles. Si te llega otro recordatorio, cancélalo desde ahí.',
  }),
  talked: (name) => ({
    title: `¿Hablaste con ${name}?`,
    text: 'Si ya se pusieron en contacto, no te escribiremos más.',
    button: 'Ya hablamos',
  }),
  converted: (name) => ({ title: `¡Qué bueno! No te escribiremos más sobre ${name}.` }),
  over: (name) => ({ title: `Ya no te escribiremos sobre ${name}.`, text: 'Este recordatorio ya terminó.' }),
  earlier: () => ({
    title: 'Este enlace es de un recordatorio anterior.',
    text: 'Usa el enlace del último correo que te enviamos.',
  }),
  confirm: (name) => ({
    title: `¿Quieres un recordatorio de ${name}?`,
    text: 'Nos habías dicho que no querías recordatorios de nadie. Si confirmas, te escribiremos de este contacto, y podrás pedir otros.',
    button: 'Confirmar recordatorio',
  }),
  confirmed: (name) => ({
    title: `Listo. Te recordaremos a ${name}.`,
    text: 'En cada correo puedes cancelar.',
  }),
  'confirm-over': () => ({
    title: 'Este enlace ya no sirve.',
    text: 'No recibirás recordatorios. Si quieres uno, pídelo otra vez en el perfil.',
  }),
  mine: () => ERASED,
  'mine-erased': () => ERASED,
  'mine-blocked': () => ({
    title: 'Tus datos están bloqueados.',
    text: 'Los guardamos sin que nadie pueda leerlos, y no te escribimos, hasta que pidas levantar el bloqueo.',
  }),
  'not-found': () => ({
    title: 'Este enlace no funciona.',
    text: 'Ábrelo otra vez desde el correo que te enviamos.',
  }),
}

export const reminderTexts = ({ state, name = SOMEBODY, stored }: ReminderPageContent): ReminderTexts =>
  state === 'mine' && stored !== undefined ? mineTexts(name, stored) : TEXTS_OF[state](name)
