import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** X.509 certificates for tests, written here because a bare machine has no openssl. */

export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface CertificateWanted {
  readonly name: string
  /** Signs with its own key without one. */
  readonly authority?: Certificate
  readonly from?: Date
  readonly until?: Date
}

const AUTHORITY_NAME = 'Autoridad de prueba'
const FROM = new Date('2020-01-01T00:00:00Z')
const UNTIL = new Date('2049-01-01T00:00:00Z')

const OBJECT = {
  commonName: [0x55, 4, 3],
  alternativeNames: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2],
} as const
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  object: 0x06,
  text: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const

type Part = Buffer | readonly number[] | string

function der(tag: number, ...parts: readonly Part[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: readonly Part[]): Buffer => der(TAG.sequence, ...parts)
const nameOf = (name: string): Buffer =>
  sequence(der(TAG.set, sequence(der(TAG.object, OBJECT.commonName), der(TAG.text, name))))
const timeOf = (date: Date): Buffer =>
  der(TAG.time, `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`)
const extension = (object: readonly number[], value: Buffer): Buffer =>
  sequence(der(TAG.object, object), der(TAG.octets, value))

/** One that may sign others. */
export const createAuthority = (): Certificate =>
  issue({ name: AUTHORITY_NAME }, extension(OBJECT.basicConstraints, sequence(der(TAG.boolean, [255]))))

export const createCertificate = (wanted: CertificateWanted): Certificate =>
  issue(wanted, extension(OBJECT.alternativeNames, sequence(der(TAG.dnsName, wanted.name))))

let issued = 0

function issue(
  { name, authority, from = FROM, until = UNTIL }: CertificateWanted,
  extensions: Buffer,
): Certificate {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(der(TAG.object, OBJECT.ecdsaWithSha256))
  const facts = sequence(
    der(TAG.version, der(TAG.integer, [2])),
    der(TAG.integer, [++issued]),
    algorithm,
    nameOf(authority === undefined ? name : AUTHORITY_NAME),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    own.publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.extensions, sequence(extensions)),
  )
  const signer: KeyObject = authority === undefined ? own.privateKey : createPrivateKey(authority.key)
  const signature = der(TAG.bits, [0], sign('sha256', facts, signer))
  return {
    cert: pem(sequence(facts, algorithm, signature)),
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
