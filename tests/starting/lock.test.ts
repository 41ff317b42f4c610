import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { testTable } from '../support/every.ts'

/** Checks packages of the lock file here, because `npm audit` needs a registry. */

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly resolved?: string
  readonly hasInstallScript?: true
  readonly dev?: true
  readonly link?: true
}

const read = <Value>(name: string): Value => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Value
const lock = read<{ readonly packages: Readonly<Record<string, Entry>> }>('package-lock.json')
const { allowScripts } = read<{ readonly allowScripts: Readonly<Record<string, boolean>> }>('package.json')

const FOLDER = 'node_modules/'
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
const ENTRIES = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes(FOLDER) && link !== true)
  .map(([path, entry]) => ({ path, name: nameOf(path), ...entry }))

const ALLOWED_LICENCES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  '(BSD-3-Clause AND Apache-2.0)',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR GPL-3.0-or-later)',
  // Fonts.
  'OFL-1.1',
])
/** Used unchanged, and linked at run time. */
const LIBVIPS = /^@img\/sharp-/
const LIBVIPS_LICENCES = /^(?:Apache-2\.0 AND )?LGPL-3\.0-or-later(?: AND MIT)?$/
/** Accepted for tools that build or test the product and are not shipped with it. */
const TOOL_LICENCES = new Set(['MPL-2.0', 'PSF-2.0', 'Python-2.0'])
/** Licences that the lock file lacks, from the packages' LICENSE files, or for the last family from its repository. */
const STATED: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
  '@event-driven-io/dumbo': 'MIT',
  '@event-driven-io/emmett': 'MIT',
  '@event-driven-io/emmett-postgresql': 'MIT',
  '@event-driven-io/pongo': 'MIT',
}

function isLicensed({ name, license = STATED[name] ?? '', dev }: (typeof ENTRIES)[number]): boolean {
  if (ALLOWED_LICENCES.has(license)) return true
  if (LIBVIPS.test(name) && LIBVIPS_LICENCES.test(license)) return true
  return dev === true && TOOL_LICENCES.has(license)
}

test('every package has a hash of its contents, and no fixed address', () => {
  expect(ENTRIES.length).toBeGreaterThan(800)
  expect(
    ENTRIES.filter(({ integrity = '' }) => !integrity.startsWith('sha512-')).map(({ path }) => path),
  ).toEqual([])
  expect(ENTRIES.filter(({ resolved }) => resolved !== undefined).map(({ path }) => path)).toEqual([])
})

test('every package has an accepted licence', () => {
  expect(
    ENTRIES.filter((entry) => !isLicensed(entry)).map(({ name, license }) => `${name}: ${license}`),
  ).toEqual([])
})

test('every package with an install script is allowed or refused by name', () => {
  const scripted = ENTRIES.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name)
  expect(scripted.length).toBeGreaterThan(3)
  expect(scripted.filter((name) => allowScripts[name] === undefined)).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => !scripted.includes(name))).toEqual([])
})

const numbersOf = (version = ''): readonly number[] => version.split('.').map(Number)
const isBelow = (version: string | undefined, fixed: string): boolean => {
  const [found, wanted] = [numbersOf(version), numbersOf(fixed)]
  const at = found.findIndex((part, index) => part !== wanted[index])
  return at >= 0 && found[at]! < wanted[at]!
}

/** The lowest versions without known vulnerabilities, which overrides ensure. */
testTable([
  ['uuid', '11.1.1'],
  ['tmp', '0.2.7'],
  ['unzipper', '0.12.5'],
])('no version with a known fault is installed [ACC-24]', (name, fixed) => {
  const found = ENTRIES.filter((entry) => entry.name === name)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ version }) => isBelow(version, fixed)).map(({ path }) => path)).toEqual([])
})

test('a production install has no provider that accepts anybody [ACC-22]', () => {
  const shipped = ENTRIES.filter(({ dev }) => dev !== true).map(({ name }) => name)
  expect(shipped).toContain('openid-client')
  expect(shipped.filter((name) => /oidc-provider|smtp-server|playwright/.test(name))).toEqual([])
})
