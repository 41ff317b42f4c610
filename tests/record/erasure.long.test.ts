import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { readHistory } from '@app/record/history/history-sources.ts'
import { createTreeStore } from '@app/record/tree/tree-store.ts'
import { verifyHistory } from '@app/record/history/verify-history.ts'
import { PASSWORD, startTestApi } from '../support/api/test-api.ts'
import { eventually } from '../support/eventually.ts'
import { ROOT } from '../support/source-files.ts'

const CHECKER = join(ROOT, 'docs/check-expediente.mjs')

test('an erased person leaves nothing altered, and an expediente of before still fits [SEAL-11]', async () => {
  const api = await startTestApi({ sealsAtOnce: true })
  onTestFinished(() => api.close())
  const person = await api.newAccount('Borrable')
  await api.newProfile('borrable', { ownerId: person.id, details: { name: 'Huaiquil' } })
  const file = await (await api.call('/api/auth/me/expediente', { token: person.token })).text()
  expect(file).toContain('AccountRegistered')
  const erased = await api.post(
    '/api/auth/me',
    { password: PASSWORD },
    { method: 'DELETE', token: person.token },
  )
  expect(erased.status, await erased.text()).toBe(200)

  const [named] = await api.bare.readStream(LOG_SEALS_STREAM, { limit: 1 })
  const { vkey } = named!.data as { readonly vkey: string }
  const tree = createTreeStore(api.db, api.bare.storeId)
  await eventually(async () => {
    const { findings, tableFaults, sealed, events } = await verifyHistory(
      await readHistory({ log: api.bare, tree, vkey }),
    )
    expect({ findings, tableFaults, unsealed: events - sealed }).toEqual({
      findings: [],
      tableFaults: 0,
      unsealed: expect.toBeOneOf([1, 2]) as number,
    })
  })
  const folder = mkdtempSync(join(tmpdir(), 'erasure-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'before.jsonl')
  writeFileSync(path, file)
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, path, vkey], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('each as it was sealed')])
  expect(file).toContain(person.email)
})
