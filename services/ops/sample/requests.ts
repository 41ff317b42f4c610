import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { createPick, intBelow, type Random } from '@app/generator/random.ts'
import { linkOf, pagePathOf, PEOPLE, vcardPathOf } from './site.ts'

interface SampleVisitor {
  readonly address: string
  readonly userAgent: string
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0'
const PHONES = [
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 34],
  [`${IPHONE} Mobile/15E148 Instagram 385.0.0.26.83 (iPhone14,5; iOS 18_5; es_CL)`, 8],
  [`Mozilla/5.0 (Linux; Android 14; SM-A546E) ${ANDROID} Mobile Safari/537.36`, 22],
  [`Mozilla/5.0 (Linux; Android 15; moto g84 5G) ${ANDROID} Mobile Safari/537.36`, 12],
  [`Mozilla/5.0 (Linux; Android 13; Redmi Note 12) ${ANDROID} Mobile Safari/537.36`, 10],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${ANDROID} Safari/537.36 Edg/137.0.0.0`, 8],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${ANDROID} Safari/537.36`, 6],
] as const
const ROBOTS = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 4],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 2],
  ['WhatsApp/2.23.18.78 i', 4],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 2],
  ['curl/8.5.0', 1],
  ['-', 1],
] as const

const [pickPhone, pickRobot] = [createPick(PHONES), createPick(ROBOTS)]

/** Nobody's addresses: 100.64.0.0/10 is for carriers, 2001:db8::/32 for documentation. */
function addressOf(random: Random): string {
  if (random() < 0.15)
    return `2001:db8:${intBelow(random, 65_536).toString(16)}::${intBelow(random, 65_536).toString(16)}`
  return `100.${64 + intBelow(random, 64)}.${intBelow(random, 256)}.${1 + intBelow(random, 254)}`
}

const newPerson = (random: Random): SampleVisitor => ({
  address: addressOf(random),
  userAgent: pickPhone(random),
})

const newRobot = (random: Random): SampleVisitor => ({
  address: addressOf(random),
  userAgent: pickRobot(random),
})

export interface SampleRequest {
  readonly at: number
  readonly visitor: SampleVisitor
  readonly request: string
  readonly status: number
  readonly bytes: number
  readonly referrer: string
}

const ORIGIN = 'https://tarjetas.example'
const CAME_FROM = [
  ['-', 70],
  ['https://l.instagram.com/', 12],
  ['https://www.google.com/', 10],
  ['https://www.linkedin.com/feed/', 5],
  ['android-app://com.google.android.gm/', 3],
] as const
const LINKS = [
  ['whatsapp', 45],
  ['instagram', 22],
  ['linkedin', 14],
  ['email', 11],
  ['website', 8],
] as const satisfies readonly (readonly [Network, number])[]
const REGULARS_MAX = 300
const KINDS = [
  ['person', 88],
  ['robot', 8],
  ['scanner', 4],
] as const

const pickSlug = createPick(PEOPLE)
const pickReferrer = createPick(CAME_FROM)
const pickNetwork = createPick(LINKS)
const pickKind = createPick(KINDS)

export function createSampleVisits(random: Random): (at: number) => readonly SampleRequest[] {
  const regulars: SampleVisitor[] = []

  function person(): SampleVisitor {
    if (regulars.length > 0 && random() < 0.3) return regulars[intBelow(random, regulars.length)]!
    const visitor = newPerson(random)
    if (regulars.length < REGULARS_MAX) regulars.push(visitor)
    return visitor
  }

  return (at) => {
    const kind = pickKind(random)
    if (kind === 'person') return visitOf(random, person(), at)
    return [kind === 'robot' ? robotRequest(random, at) : scannerRequest(random, at)]
  }
}

function visitOf(random: Random, visitor: SampleVisitor, at: number): readonly SampleRequest[] {
  const slug = pickSlug(random)
  const page = `${ORIGIN}${pagePathOf(slug)}`
  let later = at
  const next = (secondsMax: number): number => (later += 1_000 * (1 + intBelow(random, secondsMax)))
  const request = (instant: number, path: string, status: number, bytes: number, referrer: string) => ({
    at: instant,
    visitor,
    request: `GET ${path} HTTP/1.1`,
    status,
    bytes,
    referrer,
  })
  const tap = request(
    at,
    `${pagePathOf(slug)}${random() < 0.4 ? '?s=nfc' : ''}`,
    200,
    7_412,
    pickReferrer(random),
  )
  const requests = [tap, request(at, '/assets/tarjeta.css', random() < 0.5 ? 200 : 304, 3_020, page)]
  if (random() < 0.06) requests.push({ ...tap, at: next(25) })
  if (random() < 0.35) requests.push(request(next(60), linkOf(slug, pickNetwork(random)), 302, 154, page))
  if (random() < 0.22) requests.push(request(next(90), vcardPathOf(slug), 200, 18_240, page))
  return requests
}

function robotRequest(random: Random, at: number): SampleRequest {
  const method = random() < 0.25 ? 'HEAD' : 'GET'
  const page = pagePathOf(pickSlug(random))
  const answer = { status: 200, bytes: method === 'HEAD' ? 0 : 7_412, referrer: '-' }
  return { at, visitor: newRobot(random), request: `${method} ${page} HTTP/1.1`, ...answer }
}

const pickScan = createPick([
  [['GET /wp-login.php HTTP/1.1', 404], 3],
  [['POST /xmlrpc.php HTTP/1.1', 404], 2],
  [['GET /.env HTTP/1.1', 404], 2],
  [['-', 408], 2],
  [['\\x16\\x03\\x01\\x02', 400], 1],
])

/** Some of these requests are not even HTTP. */
function scannerRequest(random: Random, at: number): SampleRequest {
  const [request, status] = pickScan(random)
  return { at, visitor: newRobot(random), request, status, bytes: 162, referrer: '-' }
}
