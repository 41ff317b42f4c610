import type { AdminRequestDetail } from '@app/contracts/privacy/admin-requests.ts'
import { MAIL_LINK_CHARS_MAX, TARGETS } from '@app/contracts/fields/links.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/requests.ts'
import { PRODUCT } from '@app/contracts/product.ts'

const SUBJECT = 'Tu solicitud sobre tus datos'
const COMPLAINT = 'Puedes reclamar ante la Agencia de Protección de Datos Personales.'
const SHOWN: readonly AdminRequestDetail['kind'][] = ['access', 'portability']

/**
 * A link that begins a mail with the answer (RFC 6068), without what the person wrote: another's address may have been
 * typed. A reason that makes it too long stays out. @returns undefined where nobody can be written to
 */
export function requestMail(
  { kind, email, template, status, reason, due_day: dueDay, is_prolonged: isProlonged }: AdminRequestDetail,
  publicUrl: string,
): string | undefined {
  const address = email === null ? undefined : TARGETS.email(email)?.href
  const answer = Object.entries(ADMIN_ANSWERS).find(([name]) => name === template)?.[1]
  const isPending = status === 'open' && isProlonged
  if (address === undefined || (answer === undefined && !isPending)) return undefined
  const day = dueDay.split('-').toReversed().join('-')
  const lines = (why: string | null): readonly string[] => [
    'Hola:',
    answer?.text ?? `Necesitamos más tiempo para responder tu solicitud: a más tardar el ${day}.`,
    ...(why === null ? [] : [why]),
    ...(answer?.outcome === 'done' && SHOWN.includes(kind)
      ? [`Abre ${publicUrl}/mis-datos, escribe este mismo correo y usa el enlace que te enviamos.`]
      : []),
    ...(answer?.outcome === 'done' ? [] : [COMPLAINT]),
    `Saludos,\r\nEl equipo de ${PRODUCT.name}`,
  ]
  const linkFor = (why: string | null): string =>
    `${address}?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(lines(why).join('\r\n\r\n'))}`
  const whole = linkFor(reason)
  return whole.length > MAIL_LINK_CHARS_MAX ? linkFor(null) : whole
}
