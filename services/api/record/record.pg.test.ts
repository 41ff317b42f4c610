import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SealState } from '@app/contracts/api/record-calls.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { openedCheckpoint } from '@app/record/checkpoint.ts'
import { leafOf } from '@app/record/leaf.ts'
import { noteSigner, noteVerifier } from '@app/record/signed-note.ts'
import { leafHash } from '@app/record/tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf } from '@app/record/tree/tiles.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { holdTiles } from '../testing/held-tiles.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { signInOften } from '../../../tests/support/api/long-streams.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const CHECKER = join(import.meta.dirname, '../../../docs/check-expediente.mjs')

const api = useTestApi({ sealsAtOnce: true })
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'record-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const seal = async (): Promise<SealState> =>
  (await (await api.call('/api/admin/seal', { token: api.admin.token })).json()) as SealState

/** Everything that was appended so far is under a seal. */
const sealed = (): Promise<SealState> =>
  eventually(async () => {
    const state = await seal()
    expect(state).toMatchObject({ unsealed_seconds: 0, seal: { size: expect.any(Number) as number } })
    return state
  })

const checkpoint = async (): Promise<string> => (await api.call('/registro/checkpoint')).text()
async function vkey(): Promise<string> {
  const [named] = await api.bare.readStream(LOG_SEALS_STREAM, { limit: 1 })
  return named?.data.vkey as string
}

describe('the sealed log', () => {
  test('has all events under a checkpoint that its own key has signed [SEAL-1]', async () => {
    await sealed()
    const opened = openedCheckpoint(await checkpoint(), noteVerifier(await vkey()))
    const leaves = (await wholeLog(api.bare)).slice(0, opened.size).map((event) => leafHash(leafOf(event)))
    expect(headOf(extended(EMPTY_EDGE, leaves).edge)).toEqual({ size: opened.size, root: opened.root })
  })

  test('is at rest without new events: a seal is no reason for another [SEAL-2]', async () => {
    await sealed()
    const head = await api.bare.headPosition()
    api.clock.advance(3_600_000)
    const size = (await sealed()).seal!.size
    await eventually(async () => expect((await seal()).unsealed_seconds).toBe(0))
    expect([await api.bare.headPosition(), (await seal()).seal!.size]).toEqual([head, size])
  })

  test('publishes hashes under a checkpoint only, and no entries [SEAL-3]', async () => {
    await sealed()
    const { size } = openedCheckpoint(await checkpoint(), noteVerifier(await vkey()))
    const tile = await api.call(`/registro/tile/0/000.p/${size}`)
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    const bytes = Buffer.from(await tile.arrayBuffer())
    const [first] = await api.bare.readAll(0n as never, { limit: 1 }).then(({ events }) => events)
    expect(bytes.length).toBe(size * 32)
    expect(bytes.subarray(0, 32)).toEqual(leafHash(leafOf(first!)))
    const refused = ['0/000.p/255', '0/000', '0/0', '0/001', '64/000', 'entries/000', '0/000.p/0']
    for (const path of refused) {
      const { status } = await api.call(`/registro/tile/${path}`)
      expect([path, status]).toEqual([path, 404])
    }
  })
})

describe('a checkpoint that is kept elsewhere', () => {
  test('anchors the log from then on, and is written down once an hour with who took it [SEAL-4]', async () => {
    expect(await sealed()).toMatchObject({ anchor: 'none', anchored_size: null })
    const answer = await api.call('/api/admin/seal/checkpoint', { token: api.admin.token })
    const kept = openedCheckpoint(await answer.text(), noteVerifier(await vkey()))
    expect(answer.headers.get('content-disposition')).toContain(`sello_${kept.size}.txt`)
    await eventually(async () =>
      expect(await seal()).toMatchObject({ anchor: 'anchored', anchored_size: kept.size }),
    )
    for (let n = 0; n < 4; n += 1) {
      const again = await api.call('/api/admin/seal/checkpoint', { token: api.admin.token })
      expect(again.status).toBe(200)
    }
    const [event, ...others] = await wholeLog(api.bare, ['CheckpointKept'])
    expect(others).toEqual([])
    expect(event).toMatchObject({
      data: { size: String(kept.size) },
      meta: { actor: { kind: 'admin', id: api.admin.id } },
    })
  })
})

describe('rows of the tables that the log has not', () => {
  const stranger = noteSigner('127.0.0.1/registro', Buffer.alloc(32, 9))

  test('are served to nobody: a seal, a key [SEAL-1]', async () => {
    const { seal: before, anchor } = await sealed()
    const root = Buffer.from(before!.root, 'base64')
    // As many leaves as the tree has at least: the newest seal is one of them.
    const size = before!.size + 1
    const signature = stranger.sign(`${stranger.name}\n${size}\n${before!.root}\n`)
    const write = (table: string, values: readonly unknown[]) =>
      api.db.query(`insert into record.${table} values (${values.map((_, nth) => `$${nth + 1}`).join()})`, [
        ...values,
      ])
    await write('seal_keys', [stranger.id, stranger.vkey])
    await write('seals', [size, 1, root, stranger.id, signature, new Date()])
    await write('seals', [10 ** 9, 1, root, stranger.id, signature, new Date()])
    try {
      openedCheckpoint(await checkpoint(), noteVerifier(await vkey()))
      expect(await (await api.call('/registro')).text()).not.toContain(stranger.vkey)
      expect(await seal()).toMatchObject({ anchor, seal: { key_id: before!.key_id } })
      const answer = await api.call('/api/auth/me/expediente', { token: api.owner.token })
      expect(check(await answer.text(), await vkey()).status).toBe(0)
    } finally {
      await api.db.query('delete from record.seals where key_id = $1', [stranger.id])
      await api.db.query('delete from record.seal_keys where key_id = $1', [stranger.id])
    }
  })
})

function check(content: string, key: string) {
  const file = join(folder, 'one.jsonl')
  writeFileSync(file, content)
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, file, key], { encoding: 'utf8' })
  return { status, stdout }
}

interface Line {
  readonly leaf?: string
  readonly opened?: Record<string, unknown>
}
const linesOf = (content: string): readonly Line[] =>
  content
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse((JSON.parse(line) as { line: string }).line) as Line)

describe('an expediente', () => {
  test('of a profile fits the sealed log, with its words beside the ciphertext [SEAL-5]', async () => {
    const profile = await api.newProfile('expediente')
    const answer = await api.call(`/api/profile/${profile.id}/expediente`, { token: api.owner.token })
    const content = await answer.text()
    expect(answer.status, content).toBe(200)
    expect(check(content, await vkey())).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+ events, each as it was sealed\.\n$/) as string,
    })
    const [created] = linesOf(content).filter(({ leaf }) => leaf?.includes('"ProfileCreated"'))
    expect(created?.opened).toMatchObject({ slug: 'expediente' })
    expect(created?.leaf).not.toContain('expediente')
  })

  test('of an account is for its person and for administrators', async () => {
    const calls = [
      ['/api/auth/me/expediente', api.owner.token],
      [`/api/admin/users/${api.owner.id}/expediente`, api.admin.token],
    ] as const
    for (const [path, token] of calls) {
      const content = await (await api.call(path, { token })).text()
      expect(content).toContain('AccountRegistered')
    }
  })

  longTest('that a reader takes slowly delays another person for a minute at most [SEAL-5]', async () => {
    await sealed()
    const ask = (token: string) => api.call('/api/auth/me/expediente', { token })
    const patient = await api.newAccount('Paciente')
    await signInOften(api, patient, 300)
    // Read to its end: until then it has the turn.
    const whole = await (await ask(patient.token)).text()
    expect(check(whole, await vkey()).status).toBe(0)
    expect(linesOf(whole).length).toBeGreaterThan(300)
    const letGo = await holdTiles(api.db)
    const held = await ask(api.owner.token)
    expect(held.status).toBe(200)
    api.clock.advance(59_999)
    const eventsRead = await api.eventsRead()
    const { status, headers } = await ask(patient.token)
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    const searched = (await api.eventsRead()) - eventsRead
    api.clock.advance(1)
    const next = ask(patient.token)
    await expect(held.text()).rejects.toThrow('terminated')
    await letGo()
    expect(check(await (await next).text(), await vkey()).status).toBe(0)
    // A stream is searched once it is its person's turn.
    expect(searched).toBeLessThan(250)
  })

  longTest('of which an event is not in the tree ends before it, and looks cut off [SEAL-5]', async () => {
    await sealed()
    const [, second] = await api.bare.readStream(`account-${api.owner.id}`, { limit: 3 })
    const replace = (from: bigint, to: bigint) =>
      api.db.query(
        'update record.leaf_positions set positions = array_replace(positions, $1::bigint, $2::bigint)',
        [String(from), String(to)],
      )
    await replace(second!.position, -7n)
    try {
      const answer = await api.call('/api/auth/me/expediente', { token: api.owner.token })
      expect(answer.status).toBe(200)
      const content = await answer.text().catch(() => '')
      expect(check(content, await vkey())).toEqual({
        status: 1,
        stdout: expect.stringContaining('the file was cut off') as string,
      })
    } finally {
      await replace(-7n, second!.position)
    }
  })
})

longTest(
  'a log that does not continue the head beside the key is sealed no further, and panel and metrics say so [SEAL-12]',
  async () => {
    await sealed()
    const head = (await api.sealHead.read())!
    await api.sealHead.advance({ ...head, size: head.size + 1_000_000 })
    await api.newProfile('sin-sello')
    await eventually(async () => expect((await seal()).is_refused).toBe(true))
    expect(await (await api.call('/metrics')).text()).toContain('log_seal_refused 1')
    await api.sealHead.replace(head)
    await eventually(async () => expect((await seal()).is_refused).toBe(false))
    expect(await (await api.call('/metrics')).text()).toContain('log_seal_refused 0')
    await sealed()
  },
)
