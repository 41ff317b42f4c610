import { createPick, intBelow, type Random } from '@app/generator/random.ts'

export interface SampleVisitor {
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

export const newPerson = (random: Random): SampleVisitor => ({
  address: addressOf(random),
  userAgent: pickPhone(random),
})

export const newRobot = (random: Random): SampleVisitor => ({
  address: addressOf(random),
  userAgent: pickRobot(random),
})
