import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBuilt, sourceStamp, stampBuild } from './build.mjs'
import { checkNode, isInstalled, stampInstall } from './ready.mjs'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'app-clone-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

test('an old Node is refused in one line, and 20.19 and newer are accepted', () => {
  for (const version of ['18.20.0', '20.18.3'])
    expect(() => checkNode(version)).toThrow(/Se necesita Node 20\.19.*nodejs/)
  for (const version of ['20.19.0', '20.20.2', '22.1.0', '24.0.0'])
    expect(() => checkNode(version)).not.toThrow()
})

test('the packages are up to date by a stamp, or by npm’s record, until the lock file changes', async () => {
  await put('package-lock.json', '{}')
  expect(isInstalled(root)).toBe(false)
  await put('node_modules/a/index.js', '')
  stampInstall(root)
  expect(isInstalled(root)).toBe(true)
  await put('package-lock.json', '{"changed":true}')
  expect(isInstalled(root)).toBe(false)
  const record = 'node_modules/.package-lock.json'
  await put(record, '{}')
  await utimes(join(root, record), new Date(0), new Date(0))
  expect(isInstalled(root)).toBe(false)
  await utimes(join(root, record), new Date(), new Date(Date.now() + 1_000))
  expect(isInstalled(root)).toBe(true)
})

describe('the build is up to date', () => {
  beforeEach(async () => {
    await put('package-lock.json', '{}')
    await put('services/product/app.ts', 'one')
    stampBuild(root, sourceStamp(root))
  })

  test('until a source changes, is removed or added, but not a test or a page', async () => {
    for (const path of [
      'services/product/app.test.ts',
      'web/ui/Button.test.tsx',
      'services/kernel/log/store.contract.ts',
      'web/node_modules/.vite/cache.json',
      'web/dist/index.html',
      'docs/page.md',
    ])
      await put(path, 'text')
    expect(isBuilt(root)).toBe(true)
    for (const path of [
      'services/product/app.ts',
      'contracts/new.ts',
      'web/index.html',
      'package-lock.json',
    ]) {
      await put(path, 'other text')
      expect([path, isBuilt(root)]).toEqual([path, false])
      stampBuild(root, sourceStamp(root))
    }
    await utimes(join(root, 'services/product/app.ts'), new Date(0), new Date(0))
    expect(isBuilt(root)).toBe(false)
    stampBuild(root, sourceStamp(root))
    await rm(join(root, 'services/product/app.ts'))
    expect(isBuilt(root)).toBe(false)
  })

  test('not during a build or after an interrupted one', () => {
    stampBuild(root, '')
    expect(isBuilt(root)).toBe(false)
  })
})
