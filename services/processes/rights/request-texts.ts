import type { RequestKind } from '@app/contracts/events/rights-events.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'

/** `12-11-2026` */
export const shownDay = (day: string): string => day.split('-').toReversed().join('-')

const COMPLAINT = 'Puedes reclamar ante la Agencia de Protección de Datos Personales.'

/** What a person is told whose request was done, word for word. */
export function doneText(kind: RequestKind, publicUrl: string): string {
  if (kind === 'erasure')
    return [
      'Borramos tu nombre, tu teléfono y lo que escribiste en esa tarjeta.',
      `Quedan las cifras de visitas, sin decir de quién son. En los respaldos deja de poder leerse en ${RETENTION.copiesHours} horas.`,
    ].join('\n')
  return [
    `Ya puedes ver${kind === 'correction' ? ' y corregir' : ''} lo que dejaste en esa tarjeta.`,
    `Abre ${publicUrl}/mis-datos, escribe este mismo correo y usa el enlace que te enviamos.`,
  ].join('\n')
}

/** Says the same whether there is such a person or not. */
export const refusedText = (reason: string): string =>
  ['No hicimos lo que pediste.', reason, COMPLAINT].join('\n')

export const prolongedText = (reason: string, until: string): string =>
  [`Necesitamos más tiempo para responderte: a más tardar el ${shownDay(until)}.`, reason, COMPLAINT].join(
    '\n',
  )

/** What was done at once, on a screen of the person's own. */
const AT_ONCE: Readonly<Record<RequestKind, string>> = {
  access: 'Mostramos lo que guardamos de ti.',
  correction: 'Corregimos lo que guardamos de ti, con lo que escribiste.',
  erasure: 'Borramos lo que guardamos de ti.',
  objection: 'No te escribiremos más.',
  portability: 'Te entregamos lo que guardamos de ti en un archivo.',
  blocking: 'Bloqueamos lo que guardamos de ti.',
}
export const atOnceText = (kind: RequestKind): string => AT_ONCE[kind]
