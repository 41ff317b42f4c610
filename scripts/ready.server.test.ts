import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withBuildLock } from './lock.mjs'
import { checkNode } from './ready.mjs'
import { isBuilt, isInstalled, sourceStamp, stampBuild, stampInstall } from './stamps.mjs'
import { longTest } from '../tests/support/longer-runs.ts'

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

describe('the packages are up to date', () => {
  const lock = {
    packages: {
      '': { name: 'root' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b-darwin': { version: '1.0.0', optional: true },
    },
  }
  const installed = { packages: { 'node_modules/a': { version: '1.0.0' } } }

  test('not without node_modules', async () => {
    await put('package-lock.json', JSON.stringify(lock))
    expect(isInstalled(root)).toBe(false)
  })

  test('by the stamp of an install, until the lock file changes', async () => {
    await put('package-lock.json', JSON.stringify(lock))
    await put('node_modules/a/index.js', '')
    stampInstall(root)
    expect(isInstalled(root)).toBe(true)
    await put('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.1' } } }))
    expect(isInstalled(root)).toBe(false)
  })

  test('by npm’s own record when somebody ran npm by hand', async () => {
    await put('package-lock.json', JSON.stringify(lock))
    await put('node_modules/.package-lock.json', JSON.stringify(installed))
    expect(isInstalled(root)).toBe(true)
    await put(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }),
    )
    expect(isInstalled(root)).toBe(false)
    await put('node_modules/.package-lock.json', '{"packages":{')
    expect(isInstalled(root)).toBe(false)
  })

  test('not when a package is missing', async () => {
    await put(
      'package-lock.json',
      JSON.stringify({ packages: { ...lock.packages, 'node_modules/c': { version: '2.0.0' } } }),
    )
    await put('node_modules/.package-lock.json', JSON.stringify(installed))
    expect(isInstalled(root)).toBe(false)
  })
})

describe('the build is up to date', () => {
  beforeEach(async () => {
    await put('package-lock.json', '{}')
    await put('services/product/app.ts', 'one')
    stampBuild(root, sourceStamp(root))
  })

  test('while nothing changes', () => {
    expect(isBuilt(root)).toBe(true)
  })

  test.each([
    'services/product/app.ts',
    'contracts/new.ts',
    'web/index.html',
    'scripts/build.mjs',
    'package-lock.json',
  ])('not after a change of %s', async (path) => {
    await put(path, 'other text')
    expect(isBuilt(root)).toBe(false)
  })

  test('not after a change that keeps the size', async () => {
    await put('services/product/app.ts', 'two')
    await utimes(join(root, 'services/product/app.ts'), new Date(0), new Date(0))
    expect(isBuilt(root)).toBe(false)
  })

  test('not after a file was removed', async () => {
    await rm(join(root, 'services/product/app.ts'))
    expect(isBuilt(root)).toBe(false)
  })

  test.each([
    'services/product/app.test.ts',
    'web/ui/Button.test.tsx',
    'services/kernel/log/store.contract.ts',
    'web/node_modules/.vite/cache.json',
    'web/dist/index.html',
    'docs/page.md',
  ])('still, after a change of %s', async (path) => {
    await put(path, 'text')
    expect(isBuilt(root)).toBe(true)
  })

  test('not during a build or after an interrupted one', () => {
    stampBuild(root, '')
    expect(isBuilt(root)).toBe(false)
  })
})

describe('work under the build lock', () => {
  const program = `
    import { withBuildLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)}
    import { existsSync, mkdirSync, readdirSync, writeFileSync, rmSync } from 'node:fs'
    import { setTimeout as pause } from 'node:timers/promises'
    mkdirSync('ROOT/came/' + process.pid, { recursive: true })
    await withBuildLock(${JSON.stringify('ROOT')}, async () => {
      if (existsSync('ROOT/busy')) console.log('two at once')
      writeFileSync('ROOT/busy', '')
      while (readdirSync('ROOT/came').length < 4) await pause(5)
      await pause(20)
      rmSync('ROOT/busy')
      console.log('done')
    }, () => undefined)`

  longTest('is done by one process at a time, even after a killed one left a lock', async () => {
    await mkdir(join(root, 'dist/.ready/999999999-1'), { recursive: true })
    const outputs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program.replaceAll('ROOT', root)])
        const chunks: Buffer[] = []
        child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
        await once(child, 'close')
        return Buffer.concat(chunks).toString().trim()
      }),
    )
    expect(outputs).toEqual(['done', 'done', 'done', 'done'])
    expect(await readdir(join(root, 'dist/.ready'))).toEqual([])
  })

  test('releases the lock when it fails', async () => {
    const silent = (): void => undefined
    await expect(withBuildLock(root, () => Promise.reject(new Error('no')), silent)).rejects.toThrow('no')
    expect(await withBuildLock(root, () => Promise.resolve('yes'), silent)).toBe('yes')
  })
})
