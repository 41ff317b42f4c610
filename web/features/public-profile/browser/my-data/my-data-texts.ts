import type { MyData } from '@app/contracts/api/my-data-calls.ts'

export const TEXTS = {
  loading: 'Cargando tus datos…',
  none: 'No hay datos tuyos en este perfil, o ya los borraste. Lo que dejaste con otro navegador se ve solo en él.',
  failed: 'No pudimos cargar tus datos.',
  notSaved: 'No pudimos guardar el cambio.',
  notErased: 'No pudimos borrar tus datos.',
  saved: 'Datos corregidos.',
  erased:
    'Listo. Borramos lo que dijiste de ti en este perfil y los recordatorios que pediste, y este navegador olvidó su identificador y la copia de esta tarjeta.',
  notCancelled: 'No pudimos cancelar el recordatorio.',
  cancelled: 'Recordatorio cancelado.',
  uncount: 'No cuentes mis visitas en esta tarjeta',
  uncountWithWords:
    'Lo que dijiste de ti sigue guardado, y este navegador ya no podrá mostrarlo, corregirlo ni borrarlo. Si no lo quieres ahí, bórralo antes.',
  uncountGo: 'No contar mis visitas',
  notUncounted: 'No pudimos anotar tu solicitud.',
  notKept: 'Este navegador no guarda ajustes. Activa en él «No rastrear» o el control global de privacidad.',
  countedAgain: 'Desde ahora contamos tus visitas a esta tarjeta.',
  blocked: 'Lo que dijiste está bloqueado: lo guardamos sin que nadie pueda leerlo.',
  elsewhere: 'Lo de otros navegadores, tarjetas o correos está en',
  noWords: 'No dijiste quién eres en este perfil.',
} as const

const NETWORKS = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  website: 'Sitio Web',
  custom: 'su enlace',
} as const
const SOURCES = { nfc: 'NFC', qr: 'QR', link: 'enlace' } as const

// No dateStyle: browsers of 2019 do not know it.
const instant = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** `20-11-2026 14:05` */
export const isoInstantText = (at: string): string => instant.format(new Date(at)).replace(',', '')

export function momentText({ kind, network, source }: MyData['moments'][number]): string {
  switch (kind) {
    case 'tap':
      return `Abriste el perfil por ${SOURCES[source]}`
    case 'click':
      return network === null ? 'Tocaste un enlace' : `Tocaste ${NETWORKS[network]}`
    case 'download':
      return 'Guardaste el contacto'
  }
}

export const consentTold = ({ consent: { version, text } }: MyData['forms'][number]): string =>
  `Aceptaste: ${text ?? `versión ${version}`}`

const STATUSES: Readonly<Record<MyData['reminders'][number]['status'], string>> = {
  active: 'Activo',
  completed: 'Completado',
  converted: 'Terminado: ya se pusieron en contacto',
  cancelled: 'Cancelado',
  bounced: 'Terminado: el correo no recibió nuestros mensajes',
}
export const reminderTold = ({ subscribed_at: at, status }: MyData['reminders'][number]): string =>
  `Pedido el ${isoInstantText(at)}. ${STATUSES[status]}.`
