import { createPick } from './random.ts'

export interface SimulatedDevice {
  readonly userAgent: string
  /** Cannot read NFC or QR. */
  readonly byLinkOnly: boolean
  readonly referrer?: string
}

const IOS = (version: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
const CHROME = (version: number): string => `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0`
const phone = (userAgent: string): SimulatedDevice => ({ userAgent, byLinkOnly: false })
const app = (userAgent: string, referrer: string): SimulatedDevice => ({
  userAgent,
  byLinkOnly: true,
  referrer,
})
const desk = (userAgent: string): SimulatedDevice => ({ userAgent, byLinkOnly: true })
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

const DEVICES: readonly (readonly [SimulatedDevice, number])[] = [
  [phone(`${IOS('18_5')} Version/18.5 Mobile/15E148 Safari/604.1`), 17],
  [phone(`${IOS('17_6_1')} Version/17.6 Mobile/15E148 Safari/604.1`), 9],
  [phone(`${IOS('16_7_10')} Version/16.6 Mobile/15E148 Safari/604.1`), 4],
  [phone(`${IOS('18_4')} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1`), 3],
  [phone(`Mozilla/5.0 (Linux; Android 10; K) ${CHROME(136)} Mobile Safari/537.36`), 14],
  [phone(`Mozilla/5.0 (Linux; Android 14; SM-A546E) ${CHROME(135)} Mobile Safari/537.36`), 6],
  [phone(`Mozilla/5.0 (Linux; Android 14; SM-S921B) ${CHROME(136)} Mobile Safari/537.36`), 4],
  [
    phone(
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    ),
    7,
  ],
  [phone(`Mozilla/5.0 (Linux; Android 15; moto g84 5G) ${CHROME(136)} Mobile Safari/537.36`), 4],
  [phone(`Mozilla/5.0 (Linux; Android 13; Redmi Note 12) ${CHROME(134)} Mobile Safari/537.36`), 5],
  [phone(`Mozilla/5.0 (Linux; Android 12; HONOR X7a) ${CHROME(133)} Mobile Safari/537.36`), 2],
  [phone('Mozilla/5.0 (Android 14; Mobile; rv:138.0) Gecko/138.0 Firefox/138.0'), 1],
  [
    app(
      `${IOS('18_5')} Mobile/15E148 Instagram 385.0.0.26.83 (iPhone14,5; iOS 18_5; es_CL; es; scale=3.00; 1170x2532)`,
      'l.instagram.com',
    ),
    4,
  ],
  [
    app(
      'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36 Instagram 384.0.0.46.83 Android',
      'com.instagram.android',
    ),
    3,
  ],
  [
    app(
      `${IOS('18_5')} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.33.74;FBDV/iPhone15,2;FBSV/18.5]`,
      'm.facebook.com',
    ),
    2,
  ],
  [app(`${IOS('18_5')} Mobile/15E148 [LinkedInApp]/9.29.8962`, 'www.linkedin.com'), 2],
  [desk(`${WINDOWS} ${CHROME(136)} Safari/537.36`), 8],
  [desk(`${WINDOWS} ${CHROME(136)} Safari/537.36 Edg/136.0.0.0`), 3],
  [desk(`${MAC} ${CHROME(136)} Safari/537.36`), 2],
  [desk(`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15`), 2],
  [
    phone(
      'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    ),
    2,
  ],
  [phone(`Mozilla/5.0 (Linux; Android 13; SM-X200) ${CHROME(135)} Safari/537.36`), 1],
]
const PHONES = DEVICES.filter(([{ byLinkOnly }]) => !byLinkOnly)

export const pickDevice = createPick(DEVICES)
export const pickPhone = createPick(PHONES)

export const pickLanguage = createPick([
  ['es-CL,es;q=0.9', 62],
  ['es-CL,es-419;q=0.9,es;q=0.8,en;q=0.7', 18],
  ['es-419,es;q=0.9', 10],
  ['en-US,en;q=0.9', 6],
  ['pt-BR,pt;q=0.9', 2],
  ['es-ES,es;q=0.9', 2],
])

export const pickReferrer = createPick<string | undefined>([
  [undefined, 34],
  ['l.instagram.com', 11],
  ['www.linkedin.com', 11],
  ['lnkd.in', 3],
  ['com.linkedin.android', 3],
  ['www.google.com', 12],
  ['www.google.cl', 4],
  ['com.google.android.googlequicksearchbox', 2],
  ['www.bing.com', 1],
  ['duckduckgo.com', 1],
  ['l.facebook.com', 4],
  ['web.whatsapp.com', 5],
  ['wa.me', 2],
  ['mail.google.com', 4],
  ['com.google.android.gm', 2],
  ['outlook.live.com', 2],
  ['t.co', 1],
  ['directorio.example', 2],
])
