import { REMINDER_QUESTION } from '@app/contracts/reminder-days.ts'
import type { VisitorForm } from '@app/contracts/public-page.ts'

interface FormTexts {
  readonly title: string
  readonly lead: (owner: string) => string
  readonly button: string
}

/** The same in the dialogs and on the pages that replace them without scripts. */
export const FORM_TEXTS: Readonly<Record<VisitorForm, FormTexts>> = {
  remind: {
    title: REMINDER_QUESTION,
    lead: (owner) => `Te enviaremos un correo con los datos de ${owner} para que retomes la conversación.`,
    button: 'Activar recordatorio',
  },
  identify: {
    title: 'Identifícate (opcional)',
    lead: (owner) => `Así ${owner} sabrá quién eres.`,
    button: 'Confirmar',
  },
}
