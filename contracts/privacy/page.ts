import { PRODUCT } from '../product.ts'
import { MY_DATA_LINK } from './consents.ts'
import { LIMITS } from '../limits/limits.ts'
import { USUAL_ADDRESSES } from '../limits/rate-limits.ts'
import { RETENTION, type RetentionPeriods, RIGHTS_PERIODS } from '../limits/periods.ts'

interface ResponsibleParty {
  readonly responsible: string
  readonly representative: string
  readonly address: string
  readonly transfers: string
  /** A bill may move it: an ISO date. */
  readonly inForceFrom: string
}

/** Raised with each change of the page. */
const POLICY_DATE = '2026-11-30'
const DAY = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' })
/** In words, which no line breaks as it breaks the hyphens of figures. */
const inWords = (day: string): string => DAY.format(new Date(day))

/** The twelve elements that law 21.719 wants on the page (article 14 ter, a to l), in its order. */
const lawfulInformation = (party: ResponsibleParty): PrivacySection => ({
  id: 'ley',
  title: 'Lo que la ley pide informar',
  items: [
    {
      name: 'Política',
      text: `esta página, en su versión del ${inWords(POLICY_DATE)}. La ley 21.719 rige desde el ${inWords(party.inForceFrom)}.`,
    },
    {
      name: 'Responsable',
      text: `${party.responsible}. Representante legal: ${party.representative}.`,
    },
    {
      name: 'Dónde escribir',
      text: `${party.address}; ${PRODUCT.supportEmail}; o el formulario de ${MY_DATA_LINK.path}.`,
    },
    {
      name: 'Datos, personas y destinatarios',
      text: 'los dicen «Qué guardamos y para qué» y «Quién más los ve», con su base legal.',
    },
    { name: 'Seguridad', text: 'textos e imágenes se guardan cifrados, como dice «Quién más los ve».' },
    {
      name: 'Tus derechos',
      text: 'acceso, rectificación, supresión, oposición, portabilidad y bloqueo: más abajo dice cómo usarlos.',
    },
    {
      name: 'Reclamo',
      text: 'si rechazamos tu solicitud o no respondemos a tiempo, ante la Agencia de Protección de Datos Personales.',
    },
    { name: 'Transferencias', text: party.transfers },
    { name: 'Plazos', text: `los dice «Por cuánto tiempo».` },
    {
      name: 'Fuente',
      text: 'la propia persona, su navegador o el proveedor con el que entra; ninguna fuente de acceso público.',
    },
    {
      name: 'Retirar el consentimiento',
      text: `cuando quieras, en «${MY_DATA_LINK.text}»; lo hecho antes sigue siendo lícito.`,
    },
    { name: 'Decisiones automatizadas', text: 'ninguna, ni elaboramos perfiles.' },
  ],
})

interface PrivacyItem {
  readonly name: string
  readonly text: string
}

export interface PrivacySection {
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly items: readonly PrivacyItem[]
}

const { name: product, supportEmail } = PRODUCT
const DAY_SECONDS = 86_400

const { section: MY_DATA_SECTION, text: MY_DATA, path: MY_DATA_PATH } = MY_DATA_LINK

const RESPONSIBLE: PrivacySection = {
  id: 'responsable',
  title: 'Quién responde por tus datos',
  items: [
    {
      name: 'El dueño de la tarjeta',
      text: `responde por lo que dejas en ella: tu nombre, teléfono, mensaje y correo, y lo que haces en su página. ${product} lo guarda por su encargo.`,
    },
    {
      name: product,
      text: `responde por las cuentas, las solicitudes de cotización y la seguridad del servicio. Escríbenos a ${supportEmail}.`,
    },
  ],
}

const KEPT: PrivacySection = {
  id: 'datos',
  title: 'Qué guardamos y para qué',
  lead: 'Lo que escribes en un formulario lo tratamos con tu consentimiento: al lado guardamos qué texto aceptaste. Contamos visitas y cuidamos la seguridad por interés legítimo.',
  items: [
    {
      name: 'Si abres una tarjeta',
      text: 'la fecha y hora, si llegaste por NFC, QR o enlace, el sitio del que vienes (solo su nombre), cómo se presenta tu navegador (si dice estar en un computador, también si la pantalla es táctil, y si es chica o grande) y su idioma, los enlaces que tocas y si guardas el contacto. Sirve para que el dueño sepa cuánto se usa su tarjeta. Tu dirección IP no se guarda con tus visitas.',
    },
    {
      name: 'En tu navegador',
      text: 'un identificador al azar, distinto para cada tarjeta, para no contarte dos veces, y tu nombre si lo dijiste. Si tu navegador pide que no te sigan, o pides que no contemos tus visitas, no hay identificador. No usamos cookies de seguimiento.',
    },
    {
      name: 'Si te identificas',
      text: 'tu nombre, tu teléfono y lo que cuentas, para que el dueño de la tarjeta sepa quién eres.',
    },
    {
      name: 'Si pides un recordatorio',
      text: 'tu correo, para enviarte hasta dos correos sobre esa tarjeta.',
    },
    {
      name: 'Si pides una cotización',
      text: 'la empresa, la persona de contacto, el correo, el teléfono, la cantidad y tus comentarios, para responderte.',
    },
    {
      name: 'Si creas una cuenta',
      text: 'tu nombre, tu correo, una huella de tu contraseña (nunca la contraseña), dónde tienes sesiones abiertas y tus perfiles con sus imágenes, que son públicos.',
    },
    {
      name: 'Si haces una solicitud sobre tus datos',
      text: 'tu nombre, tu teléfono, tu correo y lo que cuentas, para responderte y poder probar qué se respondió. Lo exige la ley 21.719.',
    },
    {
      name: 'Seguridad',
      text: 'un registro de quién inicia sesión, falla, pide un borrado o hace demasiadas solicitudes, sin nombres ni correos. No guarda tu dirección IP: solo la parte que compartes con tus vecinos de red, y una huella del resto cuya clave cambia cada día y luego se destruye.',
    },
  ],
}

const monthsText = (months: number): string => (months === 1 ? '1 mes' : `${months} meses`)

const keptFor = ({ months, resetsDays }: RetentionPeriods): PrivacySection => ({
  id: 'plazos',
  title: 'Por cuánto tiempo',
  lead: 'Lo que tiene un plazo se borra solo, para siempre, al día siguiente de cumplirlo; y antes, si lo pides o se borra la tarjeta.',
  items: [
    {
      name: 'Lo que dices de ti en una tarjeta',
      text: `${monthsText(months.visitor)} desde lo último que escribiste en ella.`,
    },
    {
      name: 'Recordatorios',
      text: `tu correo, ${monthsText(months.subscription)} desde que los pediste.`,
    },
    { name: 'Cotizaciones', text: `${monthsText(months.quotation)} desde que la enviaste.` },
    {
      name: 'Solicitudes sobre tus datos',
      text: `${monthsText(months.request)} desde lo último que se escribió en ellas, para poder mostrar qué se respondió.`,
    },
    { name: 'Cuentas', text: 'hasta que las borres.' },
    {
      name: 'Visitas y clics',
      text: 'quedan en las cifras de la tarjeta, bajo un identificador sin nombre, también después de un borrado.',
    },
    {
      name: 'En tu navegador',
      text: `el identificador y tu nombre, ${RETENTION.browserDays} días; que no quieres que contemos tus visitas, hasta que lo cambies o borres los datos del navegador; un clic que no se pudo enviar, ${LIMITS.occurredDaysBackMax} días.`,
    },
    {
      name: 'Sin identificador',
      text: `te distinguimos solo por el día; la clave de ese día se destruye a los ${RETENTION.daySaltDays} días.`,
    },
    {
      name: 'Sesiones',
      text: `${LIMITS.sessionDays} días, o hasta que las cierres. Una huella de las redes desde las que sueles entrar, ${USUAL_ADDRESSES.seconds / DAY_SECONDS} días.`,
    },
    {
      name: 'Correos por enviar',
      text: `hasta que salen; los de contraseña, ${RETENTION.mailTriesHours} horas a lo más, y nada de ellos queda más de ${resetsDays === 1 ? '1 día' : `${resetsDays} días`}. El enlace que traen vale ${LIMITS.resetMinutes} minutos.`,
    },
    { name: 'Registro de seguridad', text: `${RETENTION.securityLogDays} días.` },
    {
      name: 'Copias de respaldo',
      text: `lo borrado deja de poder leerse en ellas a las ${RETENTION.copiesHours} horas.`,
    },
  ],
})

const OTHERS: PrivacySection = {
  id: 'encargados',
  title: 'Quién más los ve',
  lead: 'No vendemos datos ni mostramos publicidad. Los textos personales y las imágenes se guardan cifrados, cada persona con una llave propia; borrar a alguien es destruir su llave.',
  items: [
    {
      name: 'El dueño de la tarjeta',
      text: 've lo que le dejaste y cuántas visitas tiene. Nadie más ve quién visitó su tarjeta, salvo quien administra el servicio.',
    },
    { name: 'El servicio de correo', text: 'entrega los recordatorios y los correos de contraseña.' },
    {
      name: 'El proveedor con el que entras',
      text: 'si eliges entrar con otro servicio, por ejemplo Google, él nos dice tu nombre y tu correo.',
    },
  ],
}

const RIGHTS: PrivacySection = {
  id: MY_DATA_SECTION,
  title: 'Tus derechos y cómo usarlos',
  lead: `Entra a «${MY_DATA}» (${MY_DATA_PATH}), al pie de cada página y correo: escribe tu correo y te enviamos un enlace a todo lo que guardamos con él. Lo que dejaste en una tarjeta sin correo se pide ahí mismo con un formulario. También puedes abrir esa tarjeta en el mismo navegador y tocar «${MY_DATA}», al pie. O escribe a ${supportEmail}. Es gratis: respondemos en ${RIGHTS_PERIODS.answerDays} días a lo más.`,
  items: [
    {
      name: 'Acceso',
      text: `ver qué guardamos de ti, desde cuándo, para qué, quién responde, hasta cuándo y qué texto aceptaste: en «${MY_DATA}».`,
    },
    {
      name: 'Rectificación',
      text: `corregir tu nombre, teléfono o mensaje: escríbelos de nuevo en la tarjeta, o con el formulario de «${MY_DATA}».`,
    },
    {
      name: 'Supresión',
      text: `borrar una cosa o todo: en «${MY_DATA}». Quedan las cifras, sin decir de quién son.`,
    },
    {
      name: 'Portabilidad',
      text: `descargar tus datos en un archivo JSON: en «${MY_DATA}».`,
    },
    {
      name: 'Oposición',
      text: `en «${MY_DATA}» de una tarjeta toca «No contar mis visitas»: tu navegador olvida su identificador, y de lo que hagas después ahí no anotamos nada. Para todas las tarjetas, activa en tu navegador el control global de privacidad (GPC) o «No rastrear»: no tendrás identificador. «No me escriban más», en «${MY_DATA}», termina todos los correos; uno solo se cancela con el enlace que trae.`,
    },
    {
      name: 'Bloqueo',
      text: `que nadie vea ni use tus datos mientras se resuelve un reclamo, sin borrarlos: en «${MY_DATA}», al instante; con el formulario, en ${RIGHTS_PERIODS.blockWeekdays} días hábiles.`,
    },
    {
      name: 'Reclamo',
      text: 'si crees que no cumplimos la ley 21.719, puedes reclamar ante la Agencia de Protección de Datos Personales.',
    },
  ],
}

export type PrivacyFacts = RetentionPeriods & ResponsibleParty

/** The whole page. It describes the product: a change there needs a change here. @param facts in force */
export const privacyWith = (facts: PrivacyFacts) => ({
  title: 'Privacidad',
  lead: `Qué guarda ${product}, para qué, por cuánto tiempo, y cómo lo ves, lo corriges o lo borras.`,
  sections: [RESPONSIBLE, KEPT, keptFor(facts), OTHERS, lawfulInformation(facts), RIGHTS],
  contact: supportEmail,
})
