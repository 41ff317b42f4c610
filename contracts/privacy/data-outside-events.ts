import { LIMITS } from '../limits/limits.ts'
import { USUAL_ADDRESSES } from '../limits/rate-limits.ts'
import { PRODUCT_NAME } from '../product.ts'
import { PROCESSING, type Processing } from './processing.ts'
import { RETENTION } from './retention.ts'

/** Personal data that no event marks, because it has to be erasable, is a secret, or is no text of a person. */
export interface DataOutsideEvents extends Processing {
  readonly name: string
  /** Where the vault has it. */
  readonly tables: readonly string[]
}

const SECURITY = 'Interés legítimo: la seguridad del servicio'
const NOBODY = 'Nadie'
const platform = { responsible: PRODUCT_NAME } as const
const { account, card, reminder } = PROCESSING
const DAY_SECONDS = 86_400

export const DATA_OUTSIDE_EVENTS: readonly DataOutsideEvents[] = [
  {
    ...account,
    name: 'Huella de la contraseña, nunca la contraseña',
    seenBy: NOBODY,
    liesIn: 'Bóveda',
    tables: ['vault.credentials'],
  },
  {
    ...account,
    name: 'Sesiones abiertas: dispositivo y última vez',
    seenBy: 'Quien tiene la cuenta',
    liesIn: 'Bóveda',
    until: `${LIMITS.sessionDays} días, o hasta que se cierran`,
    tables: ['vault.sessions', 'vault.sessions_to_fetch'],
  },
  {
    ...card,
    name: 'Foto, logo e imagen de fondo',
    liesIn: 'Bóveda, cada imagen cifrada con una llave propia',
    tables: ['vault.images', 'vault.image_renditions', 'vault.image_uses'],
  },
  {
    ...account,
    name: 'Correos por enviar',
    purpose: 'Enviar los correos de la cuenta, de los recordatorios y de las cotizaciones',
    seenBy: 'El servicio de correo',
    liesIn: 'Base de datos, cifrados con la llave de la persona',
    until: `Hasta que salen, tras ${RETENTION.mailTriesHours} horas de intentos a lo más`,
    tables: ['kernel.jobs'],
  },
  {
    ...reminder,
    name: 'Recordatorio pedido y aún sin confirmar por correo',
    seenBy: 'El servicio de correo',
    liesIn: 'Bóveda, cifrado',
    until: 'Hasta que se confirma o vence su enlace',
    tables: ['vault.unconfirmed_reminders'],
  },
  {
    ...PROCESSING.request,
    name: 'Enlaces para ver los datos propios: a qué correo se mandó y, como huella, qué navegador lo abrió',
    purpose: 'Mostrar sus datos a quien prueba su correo',
    seenBy: 'La persona; el servicio de correo',
    liesIn: 'Bóveda, cifrado con una llave del correo',
    until: `${LIMITS.rightsLinkMinutes} minutos sin abrirlo; abierto, ${LIMITS.rightsSessionMinutes} minutos. Se borra con el siguiente enlace`,
    tables: ['vault.rights_links'],
  },
  {
    ...platform,
    name: 'Huellas de direcciones y correos en los límites de uso, y de las redes desde las que se suele entrar',
    purpose: 'Frenar el abuso y los ataques',
    basis: SECURITY,
    seenBy: NOBODY,
    liesIn: 'Bóveda, como huellas con clave',
    until: `Hasta el fin de cada ventana; las redes habituales, ${USUAL_ADDRESSES.seconds / DAY_SECONDS} días`,
    tables: ['vault.rate_counters', 'vault.visitor_salts'],
  },
  {
    name: 'Visitas, clics y contactos guardados: momento, origen, navegador e idioma, bajo un identificador sin nombre',
    purpose: 'Que el dueño de la tarjeta sepa cuánto se usa',
    basis: 'Interés legítimo: medir el uso',
    responsible: PROCESSING.visitor.responsible,
    seenBy: 'El dueño de la tarjeta, como cifras; quienes administran el servicio',
    liesIn: 'Registro de eventos; cifras de la tarjeta',
    until: 'Quedan en las cifras, sin decir de quién son, también después de un borrado',
    tables: [],
  },
  {
    ...platform,
    name: 'Registro de seguridad: quién entra, falla o pide demasiado, sin nombres, correos ni direcciones completas',
    purpose: 'Notar ataques y poder investigarlos',
    basis: SECURITY,
    seenBy: 'Quienes operan el servicio',
    liesIn: 'Salida del programa, donde la guarde quien lo opera',
    until: `${RETENTION.securityLogDays} días`,
    tables: [],
  },
  {
    ...platform,
    name: 'Libro de borrados: los identificadores de lo borrado',
    purpose: 'Borrar de nuevo lo que una copia de respaldo restaurada traiga de vuelta',
    basis: 'Obligación legal: ley 21.719',
    seenBy: 'Quienes operan el servicio',
    liesIn: 'Archivo junto a la base de datos',
    until: 'Sin plazo: no dice de quién se trata',
    tables: [],
  },
  {
    ...platform,
    name: 'Copias de respaldo',
    purpose: 'Recuperar el servicio después de una pérdida',
    basis: SECURITY,
    seenBy: 'Quienes operan el servicio',
    liesIn: 'Donde las guarde quien lo opera, cifradas como el original',
    until: `Lo borrado deja de poder leerse en ellas a las ${RETENTION.copiesHours} horas`,
    tables: [],
  },
  {
    name: 'En el navegador del visitante: un identificador por tarjeta, el nombre que dijo, y si pidió que no se cuenten sus visitas',
    purpose: 'No contarlo dos veces y no preguntarle dos veces quién es',
    basis: 'Interés legítimo: medir el uso; el nombre, consentimiento',
    responsible: PROCESSING.visitor.responsible,
    seenBy: 'Quien usa ese navegador',
    liesIn: 'Almacenamiento del navegador',
    until: `${RETENTION.browserDays} días; que pidió no ser contado, hasta que lo cambie`,
    tables: [],
  },
  {
    ...platform,
    name: 'En el navegador del visitante: los clics que no se pudieron enviar',
    purpose: 'No perder un clic',
    basis: 'Interés legítimo: que el servicio funcione sin conexión',
    seenBy: 'Quien usa ese navegador',
    liesIn: 'Almacenamiento del navegador; no sale de él',
    until: `${LIMITS.occurredDaysBackMax} días`,
    tables: [],
  },
  {
    ...account,
    name: 'En el navegador de quien tiene cuenta: su sesión, sus borradores, sus listas abiertas y el código QR de su tarjeta',
    seenBy: 'Quien usa ese navegador',
    liesIn: 'Almacenamiento del navegador',
    until: 'Hasta que cierra la sesión',
    tables: [],
  },
]
