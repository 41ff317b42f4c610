import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIST } from './processes/program.ts'

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
