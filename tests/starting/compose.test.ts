import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LOGIN_ROLES } from '@app/postgres/database-logins.ts'
import { SETTINGS } from '@app/settings/declared-settings.ts'
import { readSettings } from '@app/settings/settings.ts'
import { ROOT } from '../support/source-files.ts'

/** What can be seen of docker-compose.yml and Dockerfile without a Docker engine. */

interface Service {
  readonly image?: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly restart?: string
  readonly healthcheck?: unknown
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
}

interface Linted {
  readonly messages: readonly { readonly line: number; readonly message: string }[]
}

const COMPOSE_FILE = join(ROOT, 'docker-compose.yml')
const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const compose = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as Compose
const SERVICES = Object.entries(compose.services)
const PRODUCTS = ['product', 'product-cluster'] as const
const STORES = ['eventstore', 'esdb-1', 'esdb-2', 'esdb-3'] as const

const VARIABLE = /\$\{([A-Z_]+):-([^}]*)\}/g
/** As Compose reads it where nothing is set. */
const withDefaults = (text: string): string => text.replace(VARIABLE, '$2')
const environmentOf = (service: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [
      name,
      withDefaults(value),
    ]),
  )

/** Of the linter's own rules those on order and style are left out, and the one against naming a built image. */
const RULES = Object.fromEntries(
  [
    'no-build-and-image',
    'no-quotes-in-volumes',
    'service-dependencies-alphabetical-order',
    'service-keys-order',
    'services-alphabetical-order',
    'top-level-properties-order',
  ].map((rule) => [rule, 0 as const]),
)
const lintedCompose = (path: string): readonly string[] => {
  const linter = new DCLinter({ rules: RULES, quiet: false, debug: false, exclude: [] })
  const files = linter.lintFiles([path], false) as readonly Linted[]
  return files.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))
}
const lintedDockerfile = (text: string): readonly string[] =>
  validate(text).map(({ range, message }) => `${range.start.line + 1}: ${JSON.stringify(message)}`)

describe('the linters', () => {
  test('find nothing in docker-compose.yml, by the schema of Compose, and in the Dockerfile', () => {
    expect(lintedCompose(COMPOSE_FILE)).toEqual([])
    expect(lintedDockerfile(DOCKERFILE)).toEqual([])
  })

  test('find what is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'broken-compose-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'docker-compose.yml')
    const broken = (lines: string): readonly string[] => {
      writeFileSync(path, `name: broken\nservices:\n  web:\n    image: nginx:1.29.0\n    ${lines}\n`)
      return lintedCompose(path)
    }
    expect(broken("prots: ['80:80']")).toEqual([
      expect.stringContaining('must NOT have additional properties'),
    ])
    expect(broken("ports: ['8080:80']")).toEqual([expect.stringContaining('interface')])
    expect(lintedDockerfile('FROM node:20\nUSR node\n')).toEqual([expect.stringContaining('USR')])
  })
})

describe('docker-compose.yml', () => {
  test.each(PRODUCTS)('gives %s only settings that it declares, with values that it takes', (service) => {
    const environment = environmentOf(service)
    expect(Object.keys(environment).length).toBeGreaterThan(10)
    expect(Object.keys(environment).filter((name) => !(name in SETTINGS))).toEqual([])
    const settings = readSettings({ NODE_ENV: 'production', ...environment })
    expect(settings.eventStore.kind).toBe('eventstoredb')
  })

  test('gives other images settings of their own', () => {
    const others = SERVICES.filter(([name]) => !(PRODUCTS as readonly string[]).includes(name))
    const given = others.flatMap(([, { environment = {} }]) => Object.keys(environment))
    expect(
      given.filter((name) => !/^(?:(?:EVENTSTORE|POSTGRES|MP)_[A-Z_]+|DOTNET_GCConserveMemory)$/.test(name)),
    ).toEqual([])
  })

  test('publishes no port beyond this machine', () => {
    const ports = SERVICES.flatMap(([, service]) => service.ports ?? []).map(withDefaults)
    expect(ports.length).toBeGreaterThan(3)
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([])
  })

  test('names images by exact tags that a variable overrides', () => {
    const images = SERVICES.filter(([, { build }]) => build === undefined).map(([, { image = '' }]) => image)
    expect(images.filter((image) => !/^\$\{[A-Z]+_IMAGE:-\S+:v?\d+\.\d+[\w.-]*\}$/.test(image))).toEqual([])
    expect(DOCKERFILE).toMatch(/^ARG NODE_IMAGE=node:20\.19\.\d+-/m)
  })

  test('names no service, volume or variable that it does not have, and no volume in vain', () => {
    const services = new Set(Object.keys(compose.services))
    const needed = SERVICES.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on))
    expect(needed.filter((name) => !services.has(name))).toEqual([])
    const mounted = SERVICES.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]))
    expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)))
    // A dollar sign is Compose's, doubled the shell's.
    const rest = JSON.stringify(compose).replace(VARIABLE, '').replaceAll('$$', '')
    expect(rest).not.toContain('$')
  })

  test.each(PRODUCTS)('gives %s a login of its own for each role, which a new database has', (service) => {
    const environment = environmentOf(service)
    const urls = {
      app: 'DATABASE_URL',
      projector: 'DATABASE_PROJECTOR_URL',
      reader: 'DATABASE_READER_URL',
    } as const
    const logins = withDefaults(compose.configs.logins!.content)
    for (const [name, role] of Object.entries(LOGIN_ROLES)) {
      const { username, password } = new URL(environment[urls[name as keyof typeof LOGIN_ROLES]]!)
      expect(username).toBe(role)
      expect(logins).toContain(`create role ${role} login noinherit password '${password}';`)
    }
    const owner = new URL(environment.DATABASE_OWNER_URL!)
    expect(owner.password).toBe(environmentOf('postgres').POSTGRES_PASSWORD)
  })

  test('lets the servers of the log come back by themselves, and has them watched', () => {
    const watched = STORES.map((name) => compose.services[name]!)
    expect(watched.map(({ restart }) => restart)).toEqual(STORES.map(() => 'unless-stopped'))
    expect(watched.filter(({ healthcheck }) => healthcheck === undefined)).toEqual([])
  })
})

test('the image runs as nobody special, of the product alone, and says how it is', () => {
  const [, final = ''] = DOCKERFILE.split(/^FROM (?=\S+$)/m)
  expect(final).toMatch(/^USER node$/m)
  expect(final).toMatch(/^HEALTHCHECK .*\\\n +CMD .*\/readyz/m)
  const copied = [...final.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map((match) => match[1])
  expect(copied).toEqual(['package.json', 'node_modules', 'dist'])
})
