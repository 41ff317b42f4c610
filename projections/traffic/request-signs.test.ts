import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import listedRobots from 'crawler-user-agents'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { IN_APP_AGENTS } from './testing/in-app-agents.ts'
import { referrerOf, touchedDevice, userAgentOf } from './request-signs.ts'

const require = createRequire(import.meta.url)

/** Public list of robots. It includes browsers inside Instagram and Facebook, which are people for us. */
const PEOPLE_LISTED = /\bInstagram \d|MetaIAB Facebook/
function robotsListed(): readonly string[] {
  const agents = listedRobots.flatMap(({ instances }) => instances)
  return [...new Set(agents)].filter((agent) => agent.trim() !== '' && !PEOPLE_LISTED.test(agent))
}

/** Public sample of browsers that real people used. */
function peopleListed(): readonly string[] {
  const path = join(dirname(require.resolve('user-agents')), 'user-agents.json')
  const people = JSON.parse(readFileSync(path, 'utf8')) as readonly { readonly userAgent: string }[]
  return [...new Set(people.map(({ userAgent }) => userAgent))]
}

const isRobot = (agent: string): boolean => userAgentOf(agent).isRobot
const LEAST_CAUGHT = 0.997

test('at least 997 of 1,000 listed robots do not count [FIG-7]', () => {
  const robots = robotsListed()
  expect(robots.length).toBeGreaterThan(2_000)
  const missed = robots.filter((agent) => !isRobot(agent))
  expect(1 - missed.length / robots.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST_CAUGHT)
})

test('page testers that look like a browser are robots', () => {
  const named = robotsListed().filter((agent) => /GTmetrix|YLT|Miniature\.io|TSM-turingos|Fluid/.test(agent))
  expect(named.length).toBeGreaterThanOrEqual(5)
  expect(named.filter((agent) => !isRobot(agent))).toEqual([])
})

test('no browser of a person is taken for a robot [FIG-7]', () => {
  const people = [...peopleListed(), ...IN_APP_AGENTS]
  expect(people.length).toBeGreaterThan(900)
  expect(people.filter(isRobot)).toEqual([])
})

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE}`
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE}`
const LINUX = `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT}`
const CHROME = 'Chrome/130.0.0.0 Safari/537.36'
const IPAD = `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE} Version/17.5 Mobile/15E148 Safari/604.1`

testTable([
  ['iphone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['iphone', `${IPHONE} Mobile/15E148 Instagram 350.0.0.0 (iPhone15,2; iOS 18_1; es_CL)`],
  ['android', `Mozilla/5.0 (Linux; Android 14; SM-A546E) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['tablet', IPAD],
  ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} ${CHROME}`],
  ['desktop', `${MAC} Version/18.0 Safari/605.1.15`],
])('a person’s device is that of the user agent', (device, text) =>
  expect(userAgentOf(text)).toEqual({ isRobot: false, device }),
)

testTable([
  ['large', 'tablet', `${MAC} Version/18.0 Safari/605.1.15`],
  ['large', 'tablet', `${MAC} CriOS/130.0.6723.90 Version/11.1.1 Safari/605.1.15`],
  ['large', 'tablet', `${MAC} Version/18.0 FxiOS/132.0 Safari/605.1.15`],
  ['small', 'iphone', `${MAC} Version/18.0 Safari/605.1.15`],
  ['large', 'tablet', `${LINUX} ${CHROME}`],
  ['large', 'tablet', `${LINUX} SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36`],
  ['small', 'android', `${LINUX} ${CHROME}`],
  [undefined, 'desktop', `${MAC} Version/18.0 Safari/605.1.15`],
  [undefined, 'desktop', `${LINUX} ${CHROME}`],
  ['large', 'android', `Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36`],
] as const)(
  'a touched screen is no desktop: a tablet when it is large, a phone when it is small',
  (touch, device, text) => expect(touchedDevice(userAgentOf(text).device, text, touch)).toBe(device),
)

test('a request without a user agent is a robot, on no device', () => {
  expect([userAgentOf(''), userAgentOf('  ')]).toEqual(Array(2).fill({ isRobot: true, device: 'other' }))
})

testTable([
  [undefined, 'none'],
  ['', 'none'],
  ['l.instagram.com', 'instagram'],
  ['com.instagram.android', 'instagram'],
  ['lm.facebook.com', 'facebook'],
  ['M.Facebook.com', 'facebook'],
  ['www.linkedin.com', 'linkedin'],
  ['lnkd.in', 'linkedin'],
  ['web.whatsapp.com', 'whatsapp'],
  ['com.whatsapp', 'whatsapp'],
  ['com.whatsapp.w4b', 'whatsapp'],
  ['www.google.com', 'search'],
  ['www.google.com.ar', 'search'],
  ['cl.search.yahoo.com', 'search'],
  ['duckduckgo.com', 'search'],
  ['www.bing.com:443', 'search'],
  ['com.google.android.googlequicksearchbox', 'search'],
  ['mail.google.com', 'mail'],
  ['com.google.android.gm', 'mail'],
  ['cl.mail.yahoo.com', 'mail'],
  ['outlook.live.com', 'mail'],
  ['nam02.safelinks.protection.outlook.com', 'mail'],
  ['com.microsoft.office.outlook', 'mail'],
  ['com.yahoo.mobile.client.android.mail', 'mail'],
  ['andes.email', 'other'],
  ['meet.google.com', 'other'],
  ['drive.google.com', 'other'],
  ['finance.yahoo.com', 'other'],
  ['google.cl', 'search'],
  ['images.google.com', 'search'],
  ['www.yahoo.com', 'search'],
  ['r.search.yahoo.com', 'search'],
  ['l.wl.co', 'whatsapp'],
  ['docs.google.com.malo.example', 'other'],
  ['notfacebook.com', 'other'],
])('a visit belongs to the group of its host', (host, group) => {
  expect(referrerOf(host)).toBe(group)
})
