import type { SharingApp } from './traffic-kinds.ts'

const APPS: readonly (readonly [RegExp, SharingApp])[] = [
  [/whatsapp/i, 'whatsapp'],
  [/telegrambot/i, 'telegram'],
  [/linkedinbot/i, 'linkedin'],
  [/twitterbot/i, 'x'],
  [/slackbot|slack-imgproxy/i, 'slack'],
  [/discordbot/i, 'discord'],
  [/skypeuripreview|microsoftpreview/i, 'teams'],
  [/facebookexternalhit|facebot|meta-externalfetcher/i, 'facebook'],
  [/pinterestbot|^pinterest\//i, 'pinterest'],
]

/** Signal fetches previews as a WhatsApp without a release, which WhatsApp itself always names. */
const SIGNAL = /^WhatsApp\/2$/i
const LIKENESS = /\(like [^)]*\)/gi
const IN_PARENTHESES = /\([^)]*\)/g
const PRODUCT = /[\w.-]+(?=\/\d)/g
const OF_BROWSERS = /^(?:mozilla|applewebkit|version|chrome|mobile|safari|gecko|firefox|edg|preview)$/i

/**
 * The app whose robot fetches a page for a preview; undefined for all others. Many robots name a known one beside
 * themselves, so that pages answer them: only a robot that names one app is of that app.
 */
export function previewAppOf(userAgent: string): SharingApp | undefined {
  if (SIGNAL.test(userAgent)) return 'signal'
  const text = userAgent.replace(LIKENESS, '')
  const [app, ...more] = APPS.filter(([pattern]) => pattern.test(text)).map(([, one]) => one)
  if (app === undefined) return undefined
  if (more.length > 0) return app === 'x' && more.join() === 'facebook' ? 'imessage' : 'other'
  const products = text.replace(IN_PARENTHESES, '').match(PRODUCT) ?? []
  return products.some((product) => !OF_BROWSERS.test(product) && !isOf(app, product)) ? 'other' : app
}

const isOf = (app: SharingApp, product: string): boolean =>
  APPS.some(([pattern, one]) => one === app && pattern.test(`${product}/`))
