import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataFolder } from './data-folder.ts'
import { StartError } from '@app/contracts/start-error.ts'

let parent: string
let dir: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-folder-'))
  dir = join(parent, 'deep', 'data')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

test('a claim makes the folder, closed to others, with nothing but the lock in it', async () => {
  await claimDataFolder(dir)
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  expect(await readdir(dir)).toEqual([expect.stringMatching(new RegExp(`^lock-${process.pid}-`))])
})

test('a second claim is refused while the first process runs, naming it and the remedy', async () => {
  const claim = await claimDataFolder(dir)
  const refusal = await claimDataFolder(dir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as StartError).message).toMatch(
    new RegExp(`ya está en uso por el proceso ${process.pid}: .*DATA_DIR\\.$`),
  )
  await claim.release()
  await claim.release()
  await (await claimDataFolder(dir)).release()
})

test('exactly one of several processes that claim at once succeeds [RUN-6]', async () => {
  const program = fileURLToPath(new URL('testing/data-folder.child.ts', import.meta.url))
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', program, dir], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const lines = children.map((child) => createInterface(child.stdout)[Symbol.asyncIterator]())
  const nextLines = () => Promise.all(lines.map(async (line) => (await line.next()).value as string))
  expect(new Set(await nextLines())).toEqual(new Set(['loaded']))
  for (const child of children) child.stdin.write('\n')
  const answers = await nextLines()
  for (const child of children) child.stdin.end()
  expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1)
  expect(answers.filter((answer) => /ya está en uso por el proceso \d+/.test(answer))).toHaveLength(3)
})

test('a lock left by a crash is replaced and removed', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, `lock-${child.pid}-000000000000`), '')
  await (await claimDataFolder(dir)).release()
  expect(await readdir(dir)).toEqual([])
})

// Not even root can create anything below /proc.
test.each(['file', 'file/data', '/proc/nowhere/data'])('%s is refused with advice', async (place) => {
  await writeFile(join(parent, 'file'), '')
  await expect(claimDataFolder(resolve(parent, place))).rejects.toThrow(
    /^No se puede escribir en la carpeta de datos .*DATA_DIR\.$/,
  )
})
