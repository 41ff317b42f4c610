import { createPick } from './random.ts'

export const pickRobot = createPick([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 6],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 4],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 3],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 1],
  ['python-requests/2.32.3', 2],
  ['curl/8.5.0', 2],
  ['', 1],
])

/** Robots that fetch the preview of a shared link. */
export const pickPreview = createPick([
  [{ app: 'whatsapp', userAgent: 'WhatsApp/2.24.1.78 A' }, 6],
  [{ app: 'whatsapp', userAgent: 'WhatsApp/2.23.18.78 i' }, 4],
  [
    {
      app: 'linkedin',
      userAgent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    },
    2,
  ],
  [
    {
      app: 'facebook',
      userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    },
    2,
  ],
  [{ app: 'telegram', userAgent: 'TelegramBot (like TwitterBot)' }, 1],
  [{ app: 'slack', userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, 1],
])
