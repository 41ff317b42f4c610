import { describe, expect, test } from 'vitest'
import { logLine, PHONE } from '../testing/log-lines.ts'
import { createClientOfLine } from './client-of-line.ts'
import { parseLine } from './parse-line.ts'

const parsed = (line: string) => parseLine(Buffer.from(line, 'utf8'))
const instantOf = (time: string): string | undefined => {
  const at = parsed(logLine({ time }))?.at
  return at === undefined ? undefined : new Date(at).toISOString()
}

test('an ordinary line has address, instant, request, status, referrer and user agent', () => {
  const line = logLine({ request: 'GET /ana?s=nfc&x=? HTTP/1.1', referrer: 'https://example.com/a?b=c' })
  expect(parsed(line)).toEqual({
    address: '203.0.113.9',
    at: Date.UTC(2015, 4, 17, 10, 5, 3),
    method: 'GET',
    path: '/ana',
    status: 200,
    referrer: 'https://example.com/a?b=c',
    userAgent: PHONE,
  })
})

describe('the time', () => {
  test('is shifted by its own offset', () => {
    expect(instantOf('05/Sep/2026:23:59:59 -0400')).toBe('2026-09-06T03:59:59.000Z')
    expect(instantOf('01/Jan/2026:00:10:00 +0530')).toBe('2025-12-31T18:40:00.000Z')
  })

  test('may be a leap second, which is the first of the next minute', () => {
    expect(instantOf('30/Jun/2015:23:59:60 +0000')).toBe('2015-07-01T00:00:00.000Z')
  })

  test.each([
    '31/Feb/2015:10:00:00 +0000',
    '00/May/2015:10:00:00 +0000',
    '17/Mai/2015:10:00:00 +0000',
    '17/May/2015:24:00:00 +0000',
    '17/May/2015:10:60:00 +0000',
    '17/May/2015:10:00:00',
  ])('is unreadable when the day or the hour does not exist: %s', (time) =>
    expect(parsed(logLine({ time }))).toBeUndefined(),
  )
})

describe('fields', () => {
  test('a dash is an absent field', () => {
    expect(parsed(logLine({ referrer: '-', userAgent: '-' }))).toMatchObject({ referrer: '', userAgent: '' })
  })

  test('escaped quotes and backslashes belong to the field', () => {
    const line = logLine({ userAgent: 'a \\"quoted\\" \\\\ agent', referrer: 'x\\"y' })
    expect(parsed(line)).toMatchObject({ userAgent: 'a "quoted" \\ agent', referrer: 'x"y' })
  })

  test('bytes that the server escaped are read as UTF-8', () => {
    expect(parsed(logLine({ userAgent: 'caf\\xc3\\xa9' }))?.userAgent).toBe('café')
    expect(parsed(logLine({ userAgent: 'café ñandú 🙂' }))?.userAgent).toBe('café ñandú 🙂')
  })

  test('invalid UTF-8 is read byte by byte without loss', () => {
    const bytes = Buffer.concat([
      Buffer.from(logLine({ userAgent: 'caf' }).slice(0, -1)),
      Buffer.from([0xe9, 0x22]),
    ])
    expect(parseLine(bytes)?.userAgent).toBe('café')
  })

  test.each(['2001:db8::1', '::1', '198.51.100.7', 'host.example.com'])('%s is an address', (address) =>
    expect(parsed(logLine({ address }))?.address).toBe(address),
  )

  test('a virtual host in place of the address makes the line unreadable', () => {
    expect(parsed(`example.com:443 ${logLine()}`)).toBeUndefined()
    expect(parsed(logLine({ address: 'example.com:443' }))).toBeUndefined()
  })

  test('of a list of addresses the rightmost that is no proxy of a private network is taken', () => {
    const line = logLine({ address: '198.51.100.9, 2001:db8::7, 10.0.0.2' })
    expect(parsed(line)?.address).toBe('2001:db8::7')
  })

  test('fields after the user agent are ignored', () => {
    expect(parsed(`${logLine()} "203.0.113.1" 0.004`)?.userAgent).toBe(PHONE)
  })

  test('a size may be missing', () => {
    expect(parsed(logLine().replace(' 1234 ', ' - '))?.status).toBe(200)
  })
})

describe('requests', () => {
  test.each(['-', '', '\\x16\\x03\\x01', 'GET'])('%j is a readable line without a request', (request) =>
    expect(parsed(logLine({ request }))).toMatchObject({ method: '', path: '' }),
  )

  test('may lack the protocol, or have blanks in the path', () => {
    expect(parsed(logLine({ request: 'GET /ana' }))).toMatchObject({ method: 'GET', path: '/ana' })
    expect(parsed(logLine({ request: 'GET /a b HTTP/2.0' }))).toMatchObject({ path: '/a b' })
  })
})

test('an absolute target counts by its path', () => {
  const targets = [
    ['https://tarjetas.example/ana?s=qr', '/ana'],
    ['HTTP://tarjetas.example:8443/ana/wa', '/ana/wa'],
    ['http://[2001:db8::1]/ana', '/ana'],
    ['https://tarjetas.example', '/'],
    ['https://tarjetas.example?s=qr', '/'],
    ['/https://tarjetas.example/ana', '/https://tarjetas.example/ana'],
  ]
  for (const [target, path] of targets)
    expect(parsed(logLine({ request: `GET ${target} HTTP/2.0` }))).toMatchObject({ method: 'GET', path })
})

describe('behind a proxy', () => {
  const clientOf = createClientOfLine({ address: 'last', proxies: ['192.0.2.0/24'] })
  const addressIn = (fields: string, address = '10.0.0.1'): string | undefined =>
    parseLine(Buffer.from(`${logLine({ address })}${fields}`), clientOf)?.address

  test.each([
    [' "203.0.113.7"', '203.0.113.7'],
    [' "203.0.113.7, 10.0.0.3"', '203.0.113.7'],
    [' "198.51.100.1, 203.0.113.7, 192.0.2.44, 172.16.0.1"', '203.0.113.7'],
    [' "203.0.113.7:51234"', '203.0.113.7'],
    [' "[2001:db8::7]:443, fd00::1"', '2001:db8::7'],
    [' "unknown, 203.0.113.7, ::1"', '203.0.113.7'],
    [' "10.9.8.7, 10.0.0.3"', '10.9.8.7'],
    [' 0.004 "tarjetas.example" "203.0.113.7" 12', '203.0.113.7'],
  ])('the last quoted field has the visitor: %s', (fields, address) =>
    expect(addressIn(fields)).toBe(address),
  )

  test('a request that came to the server itself has its own address', () => {
    expect(addressIn(' "-"', '203.0.113.8')).toBe('203.0.113.8')
    expect(addressIn(' ""', '203.0.113.8')).toBe('203.0.113.8')
  })

  test.each(['', ' 0.004', ' "unknown"', ' "tarjetas.example"'])(
    'a line whose visitor has no address is unreadable: %j',
    (fields) => expect(addressIn(fields)).toBeUndefined(),
  )
})

describe('a line is unreadable', () => {
  const line = logLine()
  test.each([
    ['when it is empty', ''],
    ['when its user agent is cut off', line.slice(0, -12)],
    ['when it has no user agent (common format)', line.slice(0, line.lastIndexOf(' "-"'))],
    ['when its status is no number', line.replace(' 200 ', ' OK ')],
    ['when a quote in it is not escaped', logLine({ userAgent: 'a "b" c' })],
    ['when text precedes it', ` ${line}`],
    ['when it is binary', '\u0000\u0000\u0000'],
  ])('%s', (_why, text) => expect(parsed(text)).toBeUndefined())
})

test('a long hostile line is refused quickly', () => {
  const before = process.cpuUsage()
  parsed(`203.0.113.9 - - [17/May/2015:10:05:03 +0000] "${'\\"'.repeat(60_000)}`)
  parsed(`${'a '.repeat(60_000)}`)
  parsed(`${'a, '.repeat(60_000)}`)
  const clientOf = createClientOfLine({ address: 'last', proxies: [] })
  parseLine(Buffer.from(`${logLine()} "${'\\"'.repeat(60_000)}`), clientOf)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
