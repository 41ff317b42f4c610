import type { ReminderPageState } from '@app/contracts/public-page.ts'

export interface ReminderTexts {
  readonly title: string
  readonly text?: string
  readonly button?: string
  /** Whether all reminders, of all profiles, can be refused here. */
  readonly offersAll?: true
}

const SOMEBODY = 'tu contacto'

export const ALL_BUTTON = 'No quiero recibir más recordatorios de nadie'

export function reminderTexts(state: ReminderPageState, name = SOMEBODY): ReminderTexts {
  switch (state) {
    case 'cancel':
      return {
        title: `¿Cancelar los recordatorios de ${name}?`,
        text: 'No te escribiremos más sobre este contacto.',
        button: 'Cancelar recordatorios',
        offersAll: true,
      }
    case 'cancelled':
      return { title: `Listo, no recibirás más recordatorios de ${name}.`, offersAll: true }
    case 'suppressed':
      return {
        title: 'Listo, no recibirás más recordatorios de nadie.',
        text: 'Vale desde ahora y para todos los perfiles.',
      }
    case 'mailbox-unknown':
      return {
        title: `Listo, no recibirás más recordatorios de ${name}.`,
        text: 'Ya borramos tu correo, así que no podemos anotarlo para los demás perfiles. Si te llega otro recordatorio, cancélalo desde ahí.',
      }
    case 'talked':
      return {
        title: `¿Hablaste con ${name}?`,
        text: 'Si ya se pusieron en contacto, no te escribiremos más.',
        button: 'Ya hablamos',
      }
    case 'converted':
      return { title: `¡Qué bueno! No te escribiremos más sobre ${name}.` }
    case 'over':
      return { title: `Ya no te escribiremos sobre ${name}.`, text: 'Este recordatorio ya terminó.' }
    case 'earlier':
      return {
        title: 'Este enlace es de un recordatorio anterior.',
        text: 'Usa el enlace del último correo que te enviamos.',
      }
    case 'confirm':
      return {
        title: `¿Quieres un recordatorio de ${name}?`,
        text: 'Nos habías dicho que no querías recordatorios de nadie. Si confirmas, te escribiremos de este contacto, y podrás pedir otros.',
        button: 'Confirmar recordatorio',
      }
    case 'confirmed':
      return {
        title: `Listo. Te recordaremos a ${name}.`,
        text: 'En cada correo puedes cancelar.',
      }
    case 'confirm-over':
      return {
        title: 'Este enlace ya no sirve.',
        text: 'No recibirás recordatorios. Si quieres uno, pídelo otra vez en el perfil.',
      }
    case 'not-found':
      return {
        title: 'Este enlace no funciona.',
        text: 'Ábrelo otra vez desde el correo que te enviamos.',
      }
  }
}
