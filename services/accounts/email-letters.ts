import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { mailOfLines } from '../platform/mail/mail-layout.ts'
import { greetingOf } from '../platform/mail/greeting.ts'
import type { WriteLetter } from '../platform/mail/waiting-mail.ts'

const kept = z.object({ to: z.string(), code: z.string().optional() })

/** Without a name: anybody can type a stranger's address. */
const codeLines = (code: string) => ({
  subject: 'Tu código para cambiar de correo',
  preheader: code,
  lines: [greetingOf(''), 'Para usar otro correo en tu cuenta, escribe este código en «Mi cuenta»:', code],
  notes: [
    `El código vence en ${LIMITS.resetMinutes / 2} minutos.`,
    'Si no fuiste tú, no se lo des a nadie e ignora este correo.',
  ],
})

const CHANGED = {
  subject: 'Tu cuenta usa otro correo',
  lines: [
    greetingOf(''),
    'El correo de tu cuenta cambió. Desde ahora entras con el nuevo, y ahí recibes nuestros correos.',
  ],
  notes: [`Si no lo reconoces, escríbenos a ${PRODUCT.supportEmail}.`],
}

export function createEmailLetters({
  publicUrl,
  now,
}: {
  readonly publicUrl: string
  readonly now: () => Date
}) {
  const letter: WriteLetter = async (waiting) => {
    if (waiting.contents === undefined) return undefined
    const { to, code } = kept.parse(JSON.parse(waiting.contents))
    const lines = code === undefined ? CHANGED : codeLines(code)
    return { id: waiting.id, date: now(), mail: mailOfLines({ to, publicUrl }, lines) }
  }
  return { 'email-code': letter, 'email-code-new': letter, 'email-changed': letter }
}
