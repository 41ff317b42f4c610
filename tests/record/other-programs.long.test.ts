import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { openedCheckpoint } from '@app/record/checkpoint.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { findNewestSeal } from '@app/record/trusted-seals.ts'
import { exportSealed } from '@app/record/seal-export.ts'
import { noteVerifier } from '@app/record/signed-note.ts'
import { entriesPath } from '@app/record/tree/tiles.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { writeHeld } from './published-log.ts'
import { trustOf, type SealedLog } from '@app/record/testing/open-sealer.ts'
import { appendSealed, checkpointsOf, sealedLogOf, signer } from './sealed-log.ts'

const GO_PACKAGES = '/usr/share/gocode'
const GO_TLOG = join(GO_PACKAGES, 'src/golang.org/x/mod/sumdb/tlog')
const folder = mkdtempSync(join(tmpdir(), 'published-log-'))
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  rmSync(folder, { recursive: true })
})

const sizeOf = (checkpoint: string): number => openedCheckpoint(checkpoint, noteVerifier(signer.vkey)).size

async function openLog(counts: readonly number[]): Promise<SealedLog> {
  const { url } = await createTestDatabase()
  const now = () => new Date('2026-11-23T12:00:00.000Z')
  const newId = () => '0199a000-0000-7000-8000-00000000000a'
  const log = await openMemoryEventStore(createMemoryLog(), { now, newId })
  const sealed = sealedLogOf(log, url)
  closing.push(() => sealed.pool.end())
  await appendSealed(sealed, counts)
  return sealed
}

let sealed: SealedLog
let size: number

beforeAll(async () => {
  sealed = await openLog([100, 200, 400])
  const checkpoints = await checkpointsOf(sealed.log)
  const [, second, third] = checkpoints.map((checkpoint) => ({ checkpoint, size: sizeOf(checkpoint) }))
  ;({ size } = third!)
  const exported = join(folder, 'as-published')
  // The tables know a seal once its event was read.
  await sealNext(sealed)
  const seal = (await findNewestSeal(trustOf(sealed)))!
  await exportSealed({ ...sealed, onBundle: () => undefined }, seal, exported)
  await writeHeld(exported, sealed, {
    ...third!,
    older: second!,
  })
})

function changed(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)))
}

/** Two of them: the program checks, and what it accepts is not anything. */
const TAMPERINGS: Readonly<Record<string, (published: string) => void>> = {
  'byte-changed': (published) =>
    changed(join(published, entriesPath(1)), (bytes) => bytes.fill(bytes[30]! ^ 1, 30, 31)),
  // Of the log's own name and id, and not its own.
  'signature-changed': (published) =>
    changed(join(published, 'checkpoint'), (note) => {
      const [, bytes] = /^— log\.example\/registro (\S+)$/mu.exec(note.toString())!
      const forged = Buffer.from(bytes!, 'base64')
      forged[30] = forged[30]! ^ 1
      return Buffer.from(note.toString().replace(bytes!, forged.toString('base64')))
    }),
}

/** Each published log by its name, as a program judges it. */
function judged(command: string, args: readonly string[]): ReadonlyMap<string, string> {
  const folders = ['as-published', ...Object.keys(TAMPERINGS)].map((name) => join(folder, name))
  const { stdout, stderr, status } = spawnSync(command, [...args, signer.vkey, ...folders], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}${stdout}`)
  return new Map(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line]),
  )
}

/** No skips: a machine that lacks a program fails, and is told what to install. */
function expectInstalled(isThere: boolean, packages: string): void {
  if (!isThere) throw new Error(`apt-get install ${packages}: without it, nobody else checks the log`)
}

const versionOf = (command: string, arg: string): boolean => spawnSync(command, [arg]).status === 0

/** By golang.org/x/mod/sumdb. */
function judgedByGo(): ReadonlyMap<string, string> {
  const program = join(folder, 'verify')
  expectInstalled(versionOf('go', 'version') && existsSync(GO_TLOG), 'golang-go golang-golang-x-mod-dev')
  const own = { GO111MODULE: 'off', GOPATH: GO_PACKAGES, GOFLAGS: '', GOTOOLCHAIN: 'local' }
  const built = spawnSync('go', ['build', '-o', program, join(import.meta.dirname, 'go/verify.go')], {
    env: { ...process.env, ...own, GOCACHE: join(folder, 'go-cache') },
    encoding: 'utf8',
  })
  expect(built.stderr).toBe('')
  return judged(program, [])
}

describe('a program of Go', () => {
  let verdicts: ReadonlyMap<string, string>
  beforeAll(() => {
    for (const [name, tamper] of Object.entries(TAMPERINGS)) {
      cpSync(join(folder, 'as-published'), join(folder, name), { recursive: true })
      tamper(join(folder, name))
    }
    verdicts = judgedByGo()
  })

  test('accepts tiles, entries, proofs and two checkpoints of the product [SEAL-9]', () => {
    expect(verdicts.get('as-published')).toBe(`as-published: accepted ${size} entries`)
    expect(size).toBeGreaterThan(700)
  })

  test.each(Object.keys(TAMPERINGS))('refuses a log that is %s [SEAL-9]', (name) => {
    expect(verdicts.get(name)).toMatch(new RegExp(`^${name}: refused: `))
  })
})
