import { expect } from 'vitest'
import { previewAppOf } from './kinds.ts'
import { testTable } from '../../tests/support/every.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)'

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko)'

testTable([
  ['WhatsApp/2', 'signal'],
  ['WhatsApp/2.24.1.78 A', 'whatsapp'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'linkedin'],
  ['Slack-ImgProxy (+https://api.slack.com/robots)', 'slack'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'discord'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 'teams'],
  ['meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', 'facebook'],
  ['Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)', 'pinterest'],
  // Robots that name several.
  [`${BROWSER} Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0`, 'imessage'],
  ['facebookexternalhit/1.1;line-poker/1.0', 'other'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; LinkedInBot/1.0)', 'other'],
  ['TelegramBot (like TwitterBot)', 'telegram'],
  [`${BROWSER} Chrome/139.0.0.0 Safari/537.36 meta-externalfetcher/1.1`, 'facebook'],
  // People in an app's own browser, and robots that make no preview.
  [`${IPHONE} GSA/317.0 Mobile/15E148 Safari/604.1`, undefined],
  [`${ANDROID} Version/4.0 Chrome/124.0 Mobile Safari/537.36 [Pinterest/Android]`, undefined],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Teams/1.5.00.4689 Chrome/85.0 Electron/10.4 Safari/537.36',
    undefined,
  ],
  ['Googlebot/2.1 (+http://www.google.com/bot.html)', undefined],
  ['curl/8.5.0', undefined],
])('a robot that fetches a preview is of the app that it is, and nobody else is one', (userAgent, app) =>
  expect(previewAppOf(userAgent)).toBe(app),
)
