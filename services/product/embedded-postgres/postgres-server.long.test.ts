import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRunningPostgres, startPostgresServer } from './postgres-server.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-postgres-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a running server that does not answer is killed and started again', async () => {
  const options = { dataDir, password: 'clave', durable: false, say: () => undefined }
  const hung = await startPostgresServer(options)
  const { pid } = findRunningPostgres(dataDir)!
  process.kill(pid, 'SIGSTOP')
  const fresh = await startPostgresServer(options)
  expect(findRunningPostgres(dataDir)?.pid).not.toBe(pid)
  await hung.exited
  await fresh.stop()
})
