import { createPick } from './random.ts'

export interface SimulatedDevice {
  readonly userAgent: string
  /** Cannot read NFC or QR. */
  readonly byLinkOnly?: true
  readonly referrer?: string
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = (system: string, rest = 'Safari/537.36'): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 ${rest}`

const PHONES: readonly (readonly [SimulatedDevice, number])[] = [
  [{ userAgent: `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1` }, 30],
  [{ userAgent: `${IPHONE} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1` }, 3],
  [{ userAgent: chrome('Linux; Android 10; K', 'Mobile Safari/537.36') }, 36],
  [{ userAgent: chrome('Linux; Android 14; SM-A546E', 'Mobile Safari/537.36') }, 6],
  [{ userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:138.0) Gecko/138.0 Firefox/138.0' }, 1],
  [{ userAgent: chrome('Linux; Android 13; SM-X200') }, 3],
]
const INSTAGRAM =
  'Mobile/15E148 Instagram 385.0.0.26.83 (iPhone14,5; iOS 18_5; es_CL; es; scale=3.00; 1170x2532)'

export const pickPhone = createPick(PHONES)
export const pickDevice = createPick<SimulatedDevice>([
  ...PHONES,
  [{ userAgent: `${IPHONE} ${INSTAGRAM}`, byLinkOnly: true, referrer: 'l.instagram.com' }, 6],
  [
    {
      userAgent: `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`,
      byLinkOnly: true,
      referrer: 'www.linkedin.com',
    },
    3,
  ],
  [{ userAgent: chrome('Windows NT 10.0; Win64; x64'), byLinkOnly: true }, 11],
  [{ userAgent: chrome('Macintosh; Intel Mac OS X 10_15_7'), byLinkOnly: true }, 4],
])

export const pickLanguage = createPick([
  ['es-CL,es;q=0.9', 82],
  ['es-419,es;q=0.9', 10],
  ['en-US,en;q=0.9', 6],
  ['pt-BR,pt;q=0.9', 2],
])

export const pickReferrer = createPick<string | undefined>([
  [undefined, 34],
  ['www.linkedin.com', 17],
  ['www.google.com', 18],
  ['l.instagram.com', 11],
  ['l.facebook.com', 4],
  ['web.whatsapp.com', 7],
  ['mail.google.com', 8],
  ['t.co', 1],
])

export const pickRobot = createPick([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 6],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 4],
  ['python-requests/2.32.3', 2],
  ['', 1],
])

/** Robots that fetch the preview of a shared link. */
export const pickPreview = createPick([
  [{ app: 'whatsapp', userAgent: 'WhatsApp/2.24.1.78 A' }, 10],
  [{ app: 'linkedin', userAgent: 'LinkedInBot/1.0 (compatible; +http://www.linkedin.com)' }, 2],
  [{ app: 'facebook', userAgent: 'facebookexternalhit/1.1' }, 2],
  [{ app: 'telegram', userAgent: 'TelegramBot (like TwitterBot)' }, 1],
])
