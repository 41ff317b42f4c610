import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { checkpointText, openedCheckpoint } from '@app/record/checkpoint.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { findNewestSeal } from '@app/record/trusted-seals.ts'
import { exportSealed } from '@app/record/seal-export.ts'
import { noteVerifier } from '@app/record/signed-note.ts'
import { consistencyRanges, leafHash } from '@app/record/tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf } from '@app/record/tree/tiles.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { startWitness } from '@app/record/testing/witnesses.ts'
import { publishedOf, writeHeld, writePublished, type Published } from './published-log.ts'
import { trustOf, type SealedLog } from '@app/record/testing/open-sealer.ts'
import { appendSealed, checkpointsOf, LOG_NAME, sealedLogOf, signer } from './sealed-log.ts'

const GO_PACKAGES = '/usr/share/gocode'
const GO_TLOG = join(GO_PACKAGES, 'src/golang.org/x/mod/sumdb/tlog')
const folder = mkdtempSync(join(tmpdir(), 'published-log-'))
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  rmSync(folder, { recursive: true })
})

/** @returns the checkpoint with its signature below */
async function cosigned(
  url: string,
  old: number,
  proof: readonly Buffer[],
  checkpoint: string,
): Promise<string> {
  const body = [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', checkpoint].join('\n')
  const response = await fetch(url, { method: 'POST', body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`the witness answered ${response.status}: ${text}`)
  return checkpoint + text
}

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

let base: Published
let witnessKey: string

beforeAll(async () => {
  const state = join(folder, 'witness')
  mkdirSync(state)
  const { url, vkey, stop } = await startWitness(state, signer.vkey)
  closing.push(stop)
  witnessKey = vkey
  const sealed = await openLog([100, 200, 400])
  const checkpoints = await checkpointsOf(sealed.log)
  const [, second, third] = checkpoints.map((checkpoint) => ({ checkpoint, size: sizeOf(checkpoint) }))
  const proofOf = (one: number, other: number) => sealed.tree.hashesOf(consistencyRanges(one, other))
  const seen = await cosigned(url, 0, [], second!.checkpoint)
  const newest = await cosigned(
    url,
    second!.size,
    await proofOf(second!.size, third!.size),
    third!.checkpoint,
  )
  base = await publishedOf(sealed, {
    checkpoint: newest,
    size: third!.size,
    older: { ...second!, checkpoint: seen },
  })
  const exported = join(folder, 'as-published')
  // The tables know a seal once its event was read.
  await sealNext(sealed)
  await exportSealed(
    { ...sealed, onBundle: () => undefined },
    (await findNewestSeal(trustOf(sealed)))!,
    exported,
  )
  writeHeld(exported, base)
})

/** A signature of the log's own name and id that is not its own. */
function withoutSignature(): Published {
  const [, bytes] = /^— log\.example\/registro (\S+)$/mu.exec(base.checkpoint)!
  const forged = Buffer.from(bytes!, 'base64')
  forged[30] = forged[30]! ^ 1
  return { ...base, checkpoint: base.checkpoint.replace(bytes!, forged.toString('base64')) }
}

/** Two of them: the program checks, and what it accepts is not anything. */
const TAMPERINGS: Readonly<Record<string, () => Published>> = {
  'byte-changed': () => {
    const entry = Buffer.from(base.entries[300]!)
    entry[20] = entry[20]! ^ 1
    return { ...base, entries: base.entries.with(300, entry) }
  },
  'signature-changed': withoutSignature,
}

/** Each published log by its name, as a program judges it. */
function judged(command: string, args: readonly string[]): ReadonlyMap<string, string> {
  const folders = ['as-published', ...Object.keys(TAMPERINGS)].map((name) => join(folder, name))
  const { stdout, stderr, status } = spawnSync(command, [...args, signer.vkey, witnessKey, ...folders], {
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
    for (const [name, tampered] of Object.entries(TAMPERINGS)) writePublished(join(folder, name), tampered())
    verdicts = judgedByGo()
  })

  test('accepts tiles, entries, proofs, two checkpoints and a cosignature of the product [SEAL-9]', () => {
    expect(verdicts.get('as-published')).toBe(`as-published: accepted ${base.entries.length} entries`)
    expect(base.entries.length).toBeGreaterThan(700)
  })

  test.each(Object.keys(TAMPERINGS))('refuses a log that is %s [SEAL-9]', (name) => {
    expect(verdicts.get(name)).toMatch(new RegExp(`^${name}: refused: `))
  })
})

test('a tree that the program has accepted is that of the leaves alone [SEAL-9]', () => {
  const { edge } = extended(EMPTY_EDGE, base.entries.map(leafHash))
  expect(base.checkpoint.startsWith(checkpointText({ origin: LOG_NAME, ...headOf(edge) }))).toBe(true)
})
