import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIST } from './processes/program.ts'
import { newerNames } from './newer-built-ins.ts'

/** The built programs as files. */

const AT_ONCE = /^(?:import|export)\s[^;]*?from "([^"]+)"|^import "([^"]+)"/gm
const LATER = /\bimport\("(\.\/[^"]+)"\)/g
const CLIENT = '@eventstore/db-client'

/** All that is loaded with a file: packages by their names, and our own parts. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  const text = readFileSync(join(DIST, file), 'utf8')
  for (const [, from = '', bare = ''] of text.matchAll(AT_ONCE)) {
    const name = from || bare
    if (loaded.has(name)) continue
    loaded.add(name)
    if (name.startsWith('./')) loadedWith(name, loaded)
  }
  return loaded
}

test.for(['standalone', 'ops'])(
  '%s loads the client of EventStoreDB only when it is to use it',
  (program) => {
    const loaded = loadedWith(`${program}.js`)
    expect([...loaded]).toContain('pg')
    expect([...loaded]).not.toContain(CLIENT)
    const ours = [`${program}.js`, ...[...loaded].filter((name) => name.startsWith('./'))]
    const later = ours.flatMap((file) => [...readFileSync(join(DIST, file), 'utf8').matchAll(LATER)])
    expect(later.some(([, file]) => loadedWith(file!).has(CLIENT))).toBe(true)
  },
)

/** The built client, dependencies included. */
const WEB = join(import.meta.dirname, '../../dist/web')
const scriptsIn = (folder: string) =>
  readdirSync(join(WEB, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(WEB, folder, name), 'utf8') }))

/** Functions that libraries use only if they exist. */
const ASKED_FOR_FIRST: Readonly<Record<string, RegExp>> = {
  'URL.canParse': /typeof URL\.canParse==/,
  checkVisibility: /typeof \w+\.checkVisibility==/,
  startViewTransition: /try\{var \w+=\w+\.startViewTransition\(|typeof [\w.]+\.startViewTransition==/,
}

test('no script of the client uses built-ins that its oldest browsers lack [SCR-10]', () => {
  const scripts = scriptsIn('assets')
  expect(scripts.length).toBeGreaterThan(10)
  const used = scripts.flatMap(({ name, text }) =>
    newerNames
      .filter((newer) => new RegExp(`(?<![\\w$])${newer.replace('.', '\\.')}(?![\\w$])`).test(text))
      .filter((newer) => !ASKED_FOR_FIRST[newer]?.test(text))
      .map((newer) => `${name}: ${newer}`),
  )
  expect(used).toEqual([])
})

/** Built-ins from after 2019, the year of the oldest phones that visitors still use. */
const AFTER_2019 =
  /\.(?:at|replaceAll|toSorted|toReversed|findLast|randomUUID|hasOwn)\(|structuredClone|WeakRef|AbortSignal\.|Promise\.any|allSettled|BigInt/

test('the public page’s script uses no built-ins from after 2019 [SCR-10]', () => {
  const [script] = scriptsIn('public-assets')
  expect(script?.text.length).toBeGreaterThan(1_000)
  expect(AFTER_2019.exec(script!.text)?.[0]).toBeUndefined()
})
