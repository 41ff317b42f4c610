import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { contactLinks, SOCIAL, TARGETS, whatsappNumber } from '@app/contracts/fields/links.ts'
import { deliveredTo } from '@app/contracts/fields/email.ts'
import { readable } from '@app/contracts/fields/text.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { phoneDigits } from '@app/contracts/fields/phone.ts'

interface CardNumber {
  readonly type: 'CELL,VOICE' | 'WORK,VOICE'
  /** E.164 if the number is valid, else the digits as typed. */
  readonly number: string
  readonly label?: string
}

/** Chile's mobiles, and old ones that still lack their 9. The library calls some of these unassigned. */
const CHILEAN_MOBILE = /^(?:\+569\d{8}|[5-9]\d{7})$/

/** Countries whose mobiles look like others; who publishes one on a card has it with them. */
const MAYBE_MOBILE = /^\+(?!56)/

function typeOf(number: string): CardNumber['type'] {
  const type = parsePhoneNumberFromString(number)?.getType()
  const isMobile =
    CHILEAN_MOBILE.test(number) ||
    type === 'MOBILE' ||
    (MAYBE_MOBILE.test(number) && (type === 'FIXED_LINE_OR_MOBILE' || type === undefined))
  return isMobile ? 'CELL,VOICE' : 'WORK,VOICE'
}

function dialable(phone: string): string {
  const digits = phoneDigits(phone)
  return digits === undefined ? phone.replaceAll(/[^\d+]/g, '') : `+${digits}`
}

/** Every number on the card, once: a number that is also the phone's needs no label. */
function numbersOf(profile: PublicProfile): readonly CardNumber[] {
  const { phone, whatsapp, custom_link, custom_link_title } = profile
  const chat = TARGETS.whatsapp(whatsapp) && phoneDigits(whatsappNumber(whatsapp))
  const title = custom_link_title.trim()
  const link = (title !== '' && TARGETS.custom_link(custom_link)?.href) || ''
  const shown = [
    { number: dialable(phone) },
    { number: chat === undefined ? '' : `+${chat}`, label: 'WhatsApp' },
    { number: link.startsWith('tel:') ? link.slice('tel:'.length) : '', label: title },
  ]
  return shown
    .filter(({ number }, at) => number !== '' && shown.findIndex((other) => other.number === number) === at)
    .map((one) => ({ ...one, type: typeOf(one.number) }))
}

/** A vCard 3.0 as phones read it: UTF-8 without charset, CRLF, the photo last. */
const LINE_OCTETS_MAX = 75
const CRLF = '\r\n'

/** Cleaned again: older profiles were stored as they were typed. */
const escaped = (text: string): string =>
  readable(text)
    .replaceAll('\\', '\\\\')
    // Some readers end a line at U+2028 and U+2029: the rest would be a property.
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')

/** By octets and never within a character; a continued line begins with a space. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS_MAX) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join(CRLF)
}

const optional = (value: string, line: (value: string) => string): readonly string[] =>
  value === '' ? [] : [fold(line(value))]

function numbersAndLinks(profile: PublicProfile, publicUrl: string): readonly string[] {
  const links = contactLinks(profile).filter(({ network }) => network !== 'email')
  const others = links.filter(({ href }) => !/^(?:tel|mailto):/.test(href))
  const own = deliveredTo(profile.email)
  const mails = links.filter(({ href, text }) => href.startsWith('mailto:') && deliveredTo(text) !== own)
  const numbers = numbersOf(profile).map(({ type, number, label }) => ({
    property: `TEL;TYPE=${type}:${number}`,
    label,
  }))
  const labelled = [
    { property: `URL:${publicUrl}/pages/${profile.slug}`, label: 'Perfil' },
    ...others.map(({ href, label }) => ({ property: `URL:${href}`, label })),
    ...mails.map(({ text, label }) => ({ property: `EMAIL;TYPE=INTERNET:${escaped(text)}`, label })),
    ...numbers.flatMap(({ property, label }) => (label === undefined ? [] : [{ property, label }])),
  ]
  return [
    ...numbers.flatMap(({ property, label }) => (label === undefined ? [fold(property)] : [])),
    ...labelled.flatMap(({ property, label }, index) => {
      const item = `item${index + 1}`
      return [fold(`${item}.${property}`), fold(`${item}.X-ABLabel:${escaped(label)}`)]
    }),
    ...others
      .filter(({ network }) => network in SOCIAL)
      .map(({ network, href }) => fold(`X-SOCIALPROFILE;TYPE=${network}:${href}`)),
  ]
}

/** UTC. By the profile's last change, so that the same profile is the same file. */
const revision = (updatedAt: string): string => updatedAt.replaceAll(/[-:]|\.\d+/g, '')

/** @param photo a square JPEG */
export function vcardOf(
  profile: PublicProfile,
  { publicUrl, photo }: { readonly publicUrl: string; readonly photo?: Buffer | undefined },
): string {
  const fullName = fullNameOf(profile)
  // Android refuses a card without any name.
  const givenName = profile.name.trim() || (profile.lastname.trim() === '' ? fullName : '')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `PRODID:-//${PRODUCT.name}//ES`,
    `UID:urn:uuid:${profile.id}`,
    fold(`N:${escaped(profile.lastname.trim())};${escaped(givenName)};;;`),
    fold(`FN:${escaped(fullName)}`),
    ...optional(profile.company, (value) => `ORG:${escaped(value)}`),
    ...optional(profile.position, (value) => `TITLE:${escaped(value)}`),
    ...optional(profile.email, (value) => `EMAIL;TYPE=INTERNET:${escaped(value)}`),
    ...numbersAndLinks(profile, publicUrl),
    ...optional(profile.bio, (value) => `NOTE:${escaped(value)}`),
    `REV:${revision(profile.updated_at)}`,
    // Last, followed by an empty line, which Samsung requires.
    ...(photo === undefined
      ? []
      : [`${fold(`PHOTO;ENCODING=b;TYPE=JPEG:${photo.toString('base64')}`)}${CRLF}`]),
    'END:VCARD',
  ]
  return lines.join(CRLF) + CRLF
}

const fullNameOf = ({ name, lastname, company, slug }: PublicProfile): string =>
  `${name} ${lastname}`.trim() || company.trim() || slug

const ENDING = '.vcf'
/** Names of files are limited in bytes, and names of people in characters. */
const FILE_NAME_BYTES_MAX = 255 - ENDING.length

function cutName(name: string): string {
  let cut = ''
  for (const { segment } of new Intl.Segmenter('es').segment(name)) {
    if (Buffer.byteLength(cut + segment) > FILE_NAME_BYTES_MAX) break
    cut += segment
  }
  return cut.trim()
}

/** Old readers take the plain name, the others the one with accents. */
export function vcardFileName(profile: PublicProfile): string {
  const pretty = encodeURIComponent((cutName(fullNameOf(profile)) || profile.slug) + ENDING).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${profile.slug}${ENDING}"; filename*=UTF-8''${pretty}`
}
