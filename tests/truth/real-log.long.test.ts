import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newId } from '@app/services/kernel/log/ids.ts'
import { wholeLog } from '@app/services/kernel/testing/whole-log.ts'
import { importAccessLog, readMap } from '@app/services/ops/import-access-log.ts'
import { NAMES } from '@app/services/kernel/keys/testing/names.ts'
import { startTestApi } from '../support/api/test-api.ts'
import { ROOT } from '../support/source-files.ts'
import { RANGES } from '@app/contracts/traffic/ranges.ts'
import { answered } from './answered.ts'
import { recount, recordedOf } from './recount.ts'

const REAL_LOG_DIR = resolve(ROOT, process.env['REAL_LOG_DIR'] ?? '../shared/data')
const REAL_LOG = 'access-2015.log.gz'

/** On the log's last day, and one and several months later. */
const REAL_MOMENTS = [
  '2015-05-20T12:00:00.000Z',
  '2015-05-21T03:59:59.999Z',
  '2015-06-18T03:59:59.999Z',
  '2015-09-01T12:00:00.000Z',
]

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

test('every figure of every profile and range equals a count of raw events for the real log [FIG-1]', async ({
  onTestFinished,
  skip,
}) => {
  if (!existsSync(join(REAL_LOG_DIR, REAL_LOG))) skip(`no real log in ${REAL_LOG_DIR}: set REAL_LOG_DIR`)
  const api = await startTestApi()
  onTestFinished(api.close)
  api.clock.set('2015-05-21T12:00:00.000Z')
  const folder = await mkdtemp(join(tmpdir(), 'app-truth-'))
  try {
    const file = join(folder, 'access.log')
    await writeFile(file, gunzipSync(await readFile(join(REAL_LOG_DIR, REAL_LOG))))
    const deps = { store: api.store, names: NAMES, keys: api.keys, now: api.clock.now, newId }
    const { profiles: imported } = await importAccessLog(deps, {
      file,
      map: await readMap(join(REAL_LOG_DIR, 'access-map.json')),
      source: 'truth',
      ownerId: api.owner.id,
      terminal: { say: () => undefined, signal: new AbortController().signal },
    })
    const log = await wholeLog(api.store)
    await api.settle()
    for (const now of REAL_MOMENTS)
      for (const [slug, id] of imported)
        for (const range of RANGES) {
          const asked = { range, nowMs: Date.parse(now) }
          const { referrers: _hosts, devices: _devices, ...expected } = recount(recordedOf(log, id), asked)
          const answer = await answered(api.db, id, asked)
          expect(answer, `${slug} ${range} ${now}`).toMatchObject(expected)
          // Many hosts and devices are outside of the tables.
          const sums = [answer.referrers, answer.devices].map(sumOf)
          expect(sums, `${slug} ${range} ${now}`).toEqual([expected.total_visits, expected.total_visits])
        }
  } finally {
    await rm(folder, { recursive: true })
  }
})
