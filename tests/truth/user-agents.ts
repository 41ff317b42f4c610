import type { Device } from '@app/contracts/traffic/kinds.ts'
import type { Referrer } from '@app/contracts/traffic/kinds.ts'

/** User agents as they are sent, each classified by hand; one of a robot is empty. */
const CLASSIFIED = `
iphone Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1
iphone Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 341.0.3.29.95 (iPhone14,5; iOS 17_6_1; es_CL; es; scale=3.00; 1170x2532; 622808236)
android Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36
android Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36
tablet Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1
tablet Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
desktop Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36
desktop Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15
desktop Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0
robot
robot curl/8.5.0
robot WhatsApp/2.24.13.77 A
robot Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
robot facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)
`
export const AGENTS = CLASSIFIED.trim()
  .split('\n')
  .map((line) => ({
    is: line.split(' ')[0] as Device | 'robot',
    userAgent: line.split(' ').slice(1).join(' '),
  }))

const textsOf = (isRobot: boolean): readonly string[] =>
  AGENTS.filter(({ is }) => (is === 'robot') === isRobot).map(({ userAgent }) => userAgent)
export const PEOPLES = textsOf(false)
export const ROBOTS = textsOf(true)

/** Hosts that browsers and apps send, each classified by hand. */
export const REFERRER_HOSTS: Readonly<Record<string, Referrer>> = {
  'l.instagram.com': 'instagram',
  'www.instagram.com': 'instagram',
  'm.facebook.com': 'facebook',
  'l.facebook.com': 'facebook',
  'www.linkedin.com': 'linkedin',
  'lnkd.in': 'linkedin',
  'web.whatsapp.com': 'whatsapp',
  'wa.me': 'whatsapp',
  'www.google.com': 'search',
  'www.google.cl': 'search',
  'www.bing.com': 'search',
  'duckduckgo.com': 'search',
  'mail.google.com': 'mail',
  'outlook.live.com': 'mail',
  'www.empresa.cl': 'other',
  // Names that only resemble one of the others.
  'notfacebook.com': 'other',
  'instagram.com.ejemplo.cl': 'other',
}
