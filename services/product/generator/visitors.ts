import { createPick, intBelow, oneOf, type Random } from './random.ts'

export const pickReferrer = createPick<string | undefined>([
  [undefined, 34],
  ['www.linkedin.com', 17],
  ['www.google.com', 18],
  ['l.instagram.com', 11],
  ['web.whatsapp.com', 7],
])
export const pickLanguage = createPick([
  ['es-CL,es;q=0.9', 90],
  ['en-US,en;q=0.9', 10],
])

export interface Device {
  readonly userAgent: string
  /** Cannot read NFC or QR. */
  readonly byLinkOnly?: true
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = (system: string, rest = 'Safari/537.36'): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 ${rest}`
export const pickDevice = createPick<Device>([
  [{ userAgent: `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1` }, 36],
  [{ userAgent: chrome('Linux; Android 10; K', 'Mobile Safari/537.36') }, 42],
  [{ userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:138.0) Gecko/138.0 Firefox/138.0' }, 1],
  [{ userAgent: chrome('Linux; Android 13; SM-X200') }, 3],
  [{ userAgent: `${IPHONE} Mobile/15E148 Instagram 385.0.0.26.83`, byLinkOnly: true }, 6],
  [{ userAgent: chrome('Windows NT 10.0; Win64; x64'), byLinkOnly: true }, 11],
  [{ userAgent: chrome('Macintosh; Intel Mac OS X 10_15_7'), byLinkOnly: true }, 4],
])
export const pickRobot = createPick([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 6],
  ['python-requests/2.32.3', 2],
  ['', 1],
])
/** Robots that fetch the preview of a shared link. */
export const pickPreview = createPick([
  [{ app: 'whatsapp', userAgent: 'WhatsApp/2.24.1.78 A' }, 10],
  [{ app: 'linkedin', userAgent: 'LinkedInBot/1.0 (compatible; +http://www.linkedin.com)' }, 2],
])

const FIRST = ['Catalina', 'Matías', 'Fernanda', 'Benjamín', 'Javiera', 'Sebastián', 'Constanza', 'Ignacio']
const LAST = ['Fuentes', 'Sepúlveda', 'Olivares', 'Muñoz', 'Riquelme', 'Contreras', 'Ñancupil', 'Araya']
const CITIES = ['Antofagasta', 'Chillán', 'Concepción', 'Iquique', 'La Serena', 'Talca', 'Temuco', 'Valdivia']
const TEXTS: readonly ((city: string) => string)[] = [
  (city) => `Nos conocimos en la feria de ${city} y quedé de escribirte.`,
  (city) => `Busco una cotización para mi equipo en ${city}.`,
  (city) => `Quiero agendar una reunión en ${city} la próxima semana.`,
  (city) => `Tengo una bodega en ${city} y necesito ayuda.`,
  (city) => `Un colega de ${city} me recomendó hablar contigo.`,
]

/**
 * No Chilean mobile number begins with zero, so these numbers reach nobody.
 * @param nth people who follow each other write different sentences
 */
export function personOf(random: Random, nth: number) {
  const digits = String(intBelow(random, 1_000_000)).padStart(6, '0')
  return {
    fullName: `${oneOf(random, FIRST)} ${oneOf(random, LAST)} ${oneOf(random, LAST)}`,
    phone: `+56 9 00${digits.slice(0, 2)} ${digits.slice(2)}`,
    description: `${TEXTS[nth % TEXTS.length]!(oneOf(random, CITIES))} (Ejemplo inventado)`,
  }
}
