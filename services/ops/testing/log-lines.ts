import { writeFile } from 'node:fs/promises'
import { PHONE } from '../../../tests/support/api/test-client.ts'

const ORDINARY = {
  address: '203.0.113.9',
  time: '17/May/2015:10:05:03 +0000',
  request: 'GET /ana HTTP/1.1',
  status: 200,
  referrer: '-',
  userAgent: PHONE,
}

export function logLine(changes: Partial<typeof ORDINARY> = {}): string {
  const { address, time, request, status, referrer, userAgent } = { ...ORDINARY, ...changes }
  return `${address} - - [${time}] "${request}" ${status} 1234 "${referrer}" "${userAgent}"`
}

export const MAP_JSON = {
  description: 'Un mapa de prueba.',
  methods: ['GET'],
  statuses: [200, 206, 304],
  rules: [
    { path: '^/ana$', profile: 'ana', event: 'tap' },
    { path: '^/ana/wa$', profile: 'ana', event: 'click', network: 'whatsapp' },
    { path: '^/ana\\.vcf$', profile: 'ana', event: 'download' },
    { path: '^/luis$', profile: 'luis', event: 'tap' },
  ],
}

export async function writeLog(file: string, lines: readonly string[]): Promise<void> {
  await writeFile(file, lines.map((line) => `${line}\n`).join(''))
  await writeFile(`${file}.map.json`, JSON.stringify(MAP_JSON))
}
